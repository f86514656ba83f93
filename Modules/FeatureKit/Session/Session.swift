/// One running feature: its presenter, its view and its stage, on one actor.
///
/// A session launches a feature and runs its work in order. It makes frames of what the view draws, and delivers them
/// to any number of viewers. Presenters and views need no isolation annotation, because nonisolated asynchronous code
/// runs on the actor of its caller. All code of one session therefore runs on that session. Sessions run in parallel.
///
/// ```swift
/// try await withSession(of: DoggyFeature(resources: resources)) { session in
///     try await session.start()
///     let frame = try await session.settled()
///     let answer = try await session.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2])
/// }
/// ```
///
/// ## Guarantees
///
/// The parentheses name the types and files that implement each guarantee.
///
/// 1. *One turn, one frame.* Everything that a presenter draws between two suspensions becomes visible at once, as one
///    frame. A session begins at revision 0 with the phase `loading`. (`Frames`)
/// 2. *Replay.* A viewer first gets the current frame, then frames with ever higher revisions. A slow viewer skips
///    frames, but never the last frame. It buffers the newest frame and at most ``Viewer/noticesLimit`` notices.
///    (`Frames`, `Viewers`)
/// 3. *Viewers are optional.* The presenter continues to run without viewers. A viewer that attaches later gets the
///    current frame. (`Viewers`)
/// 4. *Notices are one-shot.* Each notice reaches every attached viewer exactly once. If no viewer is attached, the
///    notice waits for the first viewer for at most ``noticeLifetime``. At most ``waitingNoticesLimit`` notices wait. A
///    notice is never replayed. The answer to an action contains the notices that the action has announced. (`Notices`,
///    `Viewers`)
/// 5. *Actions run in order of arrival*, one at a time, after `start`. The ``Overlap`` of an action can change that.
///    `cancelPrevious` cancels the queued and running calls of the action and waits until they have returned; their
///    callers get the error `superseded`. `dropIfBusy` refuses the new call. `alongside` starts the new call at once.
///    `besideOthers` waits for earlier calls of the action only. Cancelling a caller does not cancel its action; anybody
///    who may perform a cancellable action can cancel its calls. The session refuses an unknown action, an action that the person
///    may not perform, an action that is disabled on the screen, and input that breaks a field's rule. The presenter
///    never gets such a call. The error for invalid input names each field. (`WorkQueue`, `Session+work`,
///    `Audience`, `Screen+admission`)
/// 6. *An action's answer shows its effect.* It contains the frame at the end of the action, before any later queued
///    work runs. (`Frames`, `Session+work`)
/// 7. *A session is settled* when `start` and every accepted action have ended and the phase is not `loading`. Changes
///    that the session follows do not delay settling. Waiting for a session to settle has a time limit. (`WorkQueue`,
///    `Settlers`)
/// 8. *Closing ends everything.* Closing cancels queued and running work and finishes all viewers. Nothing is shown
///    afterwards. The view and the scene are deallocated at once. The presenter is deallocated when its last work
///    returns. (``close()``, `WorkQueue`, `Viewers`, `Settlers`, `Session+following`)
/// 9. *Failures are visible and isolated.* An error of `start` sets the phase `failed`, with a message and a button
///    that tries again. A feature that cannot launch, or that draws from outside its session, fails only its own
///    session. (`Failures`, `SessionGate`)
/// 10. *Sessions share nothing* except the services that their features get. (All state is in the stored properties
///     below.)
/// 11. *Illegal calls throw errors.* Examples are a second start, an action before the start or after closing, and
///     handlers that differ from the manifest's actions. (``start()``, `Session+work`, `Scene+verifyHandlers`)
/// 12. *Counted viewers know their number.* An event stream of a server is a counted viewer. It gets the number of
///     counted viewers when it attaches and when the number changes, at most once in a second. The number is no part of
///     a frame. (`Viewers`, `Session+viewing`)
///
/// 13. *Long work is listed.* A call that takes longer than ``workDelay`` or reports its progress is listed beside the
///     frame, until it ends. The list is no part of the frame and changes no revision. (`LongWork`, `Session+longWork`)
///
/// ## Topics
/// - ``init(_:options:id:clock:rowLimit:)``
/// - ``start()``
/// - ``perform(_:_:as:)``
/// - ``perform(_:as:)``
/// - ``work``
/// - ``settled(within:)``
/// - ``attach()``
/// - ``close()``
public actor Session {
    /// The time that a notice waits for the first viewer: one minute.
    public static let noticeLifetime = Duration.seconds(60)
    /// The greatest number of notices that wait for the first viewer.
    ///
    /// Beyond it, the session drops the oldest notice.
    public static let waitingNoticesLimit = 16
    /// The shortest time between two numbers of counted viewers that a session sends to all of them.
    package static let numberInterval = Duration.seconds(1)
    /// The greatest number of queued and running calls.
    ///
    /// Beyond it, the session refuses calls with ``FeatureError/Code/busy``.
    public static let workLimit = 1000

    /// The time after which a session lists a call as work that takes long: 300 milliseconds.
    ///
    /// A call that reports its progress is listed at once. A call that only shows, loads or reloads something is not
    /// listed otherwise, because the screen says that it is loading.
    public static let workDelay = Duration.milliseconds(300)
    /// The shortest time between two lists of running calls that reports cause: 50 milliseconds.
    package static let reportInterval = Duration.milliseconds(50)
    /// The greatest number of calls that a session lists: the oldest ones.
    public static let workListLimit = 20

    /// The key of the work that the current task runs; `nil` if the task runs no work of the session.
    @TaskLocal static var currentWork: Int?

    /// The session's id: 128 random bits as 32 hexadecimal digits, unless the initializer got another id.
    public nonisolated let id: String
    /// The manifest of the running feature.
    public nonisolated let manifest: FeatureManifest
    /// The options of the feature, including the defaults of options that were not given.
    public nonisolated let options: Options

    /// The executor that the session's presenter and view run on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { gate.unownedExecutor }

    var frames: Frames
    /// Whether ``start()`` has been called.
    public private(set) var isStarted = false
    var queue = WorkQueue()
    var failures = Failures()
    var notices = Notices()
    var viewers = Viewers()
    var settlers = Settlers()
    /// The task that waits until the next number of counted viewers may follow; `nil` if it may follow at once.
    var numberPause: Task<Void, Never>?
    var longWork = LongWork()
    /// The task that waits until the scene must conclude again; `nil` if it need not.
    var conclusionPause: Task<Void, Never>?
    /// The tasks that iterate over the followed sequences of changes.
    private var followers: [Task<Void, Never>] = []
    /// The stage of the view; `nil` once the session is closed.
    private(set) var stage: Stage?
    /// The scene of the launch; `nil` once the session is closed.
    private(set) var scene: Scene?
    let gate = SessionGate()
    /// The client that launched the session; the session's work counts for this client.
    let requester = Requester.current
    let clock: any Clock<Duration>
    /// Returns the time since the launch.
    let elapsed: @Sendable () -> Duration
    /// The greatest number of rows of a list that is loaded page by page; `nil` for no limit.
    let rowLimit: Int?

    /// Launches a feature.
    ///
    /// The feature's work begins with ``start()``.
    ///
    /// - Parameters:
    ///   - feature: The feature to launch.
    ///   - options: The values of the feature's options, by name. Missing options get their defaults.
    ///   - id: The session's id.
    ///   - clock: The clock that measures all time limits.
    ///   - rowLimit: The greatest number of rows that the session holds of a list that is loaded page by page, at least
    ///     1; `nil` for no limit.
    /// - Throws: ``InputRefused`` if an option breaks a rule, ``FeatureError/Code/featureFault`` if the handlers differ
    ///   from the manifest's actions, and any error that the launch throws.
    public init(
        _ feature: any Feature, options: [String: FieldValue] = [:], id: String = Session.randomID(),
        clock: any Clock<Duration> = ContinuousClock(), rowLimit: Int? = nil
    ) async throws {
        self.id = id
        self.clock = clock
        self.rowLimit = rowLimit
        elapsed = clock.stopwatch()
        manifest = feature.manifest
        self.options = try manifest.options.check(options, noun: "option")
        frames = Frames(session: id, feature: manifest.id)
        gate.belong(to: self)
        let stage = Stage(link: Stage.Link(gate: gate))
        self.stage = stage
        let scene = try gate.holding { try feature.launch(on: stage, options: self.options) }
        try scene.verifyHandlers(of: manifest)
        if let rowLimit { scene.paged.forEach { $0.limit(rowLimit) } }
        self.scene = scene
        frames.begin(with: stage.drawn)
        gate.show(frames.current.screen)
    }

    deinit {
        viewers.finish()
    }

    /// Starts the feature.
    ///
    /// The `start` of its scene runs before all other work, and the session begins to follow changes.
    ///
    /// This method returns as soon as `start` suspends or ends. To wait for the end of `start`, use
    /// ``settled(within:)``.
    ///
    /// - Throws: ``FeatureError`` if the session was started before or is closed.
    public func start() throws {
        let scene = try openScene()
        guard !isStarted else { throw FeatureError(.alreadyStarted, "session \(id) has already been started") }
        isStarted = true
        // The first turn runs inside this method, so its draws are committed when the method returns. If `start` has
        // ended, its end has committed them.
        defer { if queue.hasActions { commit() } }
        enqueueStart(of: scene)
        scene.beginnings.forEach(enqueueBeginning)
        followers = follow(scene)
    }

    /// Closes the session: cancels all work, finishes all viewers, and releases the view and the scene.
    ///
    /// Closing a closed session does nothing.
    public func close() {
        cancelWork()
        (stage, scene) = (nil, nil)
        viewers.finish()
        numberPause?.cancel()
        conclusionPause?.cancel()
        longWork.stop()
        settlers.finish()
        notices.removeAll()
    }

    /// Cancels all work and stops following changes.
    func cancelWork() {
        queue.removeAll().forEach { $0.cancel() }
        followers.forEach { $0.cancel() }
        followers = []
        scene?.feeds.forEach { $0.stop() }
    }

    // MARK: - State

    /// The current frame.
    public var frame: Frame { frames.current }

    /// Whether the session is open.
    ///
    /// A session is open until ``close()`` is called.
    public var isOpen: Bool { stage != nil }

    /// Whether `start` and every accepted action have ended and the screen is not loading.
    public var isSettled: Bool { isStarted && !frames.current.screen.phase.isLoading && !queue.hasActions }

    /// Returns the scene, or throws an error if the session is closed or has a fault.
    func openScene() throws -> Scene {
        if let fault = failures.fault { throw fault }
        guard let scene else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        return scene
    }
}

/// One running feature: its presenter, its view and its stage, on one actor.
///
/// A session launches a feature, runs its work in order, turns the drawings of its view into frames, and shows them to
/// any number of viewers. Presenters and views need no isolation annotation: nonisolated asynchronous code runs on its
/// caller's actor, so all code of one session runs on that session, and sessions run in parallel.
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
/// Each guarantee names the parts that keep it; the documentation of each part says how.
///
/// 1. *One turn, one frame.* All that a presenter draws between two suspensions becomes visible at once, as one frame.
///    A session begins at revision 0 with the phase `loading`. (`Frames`)
/// 2. *Replay.* A viewer first gets the current frame, then frames of strictly growing revision. A slow viewer skips
///    frames, but never the last one. It holds the newest frame and at most ``Viewer/noticesLimit`` notices. (`Frames`,
///    `Viewers`)
/// 3. *Viewers are optional.* The presenter runs on without viewers. A viewer that attaches later gets the current
///    frame. (`Viewers`)
/// 4. *Notices are one-shot.* Each notice reaches every attached viewer exactly once. With no viewer attached it waits
///    for the first one, up to ``noticeLifetime``; at most ``waitingNoticesLimit`` notices wait. A notice is never
///    replayed. The answer to an action carries the notices that the action has announced. (`Notices`, `Viewers`)
/// 5. *Actions run in order of arrival*, after `start`, one at a time. The ``Overlap`` of an action can change that:
///    `cancelPrevious` cancels the queued and running calls of the action, whose callers learn that they are
///    superseded, and waits until they have returned; `dropIfBusy` refuses the call; `alongside` starts it at once.
///    Cancelling a caller does not cancel its action. An action that is unknown, that the screen shows as disabled, or
///    whose input breaks a field's rule never reaches the presenter; the error names each field. (`WorkQueue`,
///    `Session+work`, `Screen+admission`)
/// 6. *An action's answer shows its effect:* the frame at the end of this action, before any later work in line runs.
///    (`Frames`, `Session+work`)
/// 7. *Settled* means that `start` and every accepted action have ended and that the phase is not `loading`. Changes
///    that the session follows never delay it. Waiting for it has a time limit. (`WorkQueue`, `Settlers`)
/// 8. *Closing ends everything.* Queued and running work is cancelled, all viewers finish, and nothing is shown
///    afterwards. View and scene are deallocated at once, the presenter when its last work returns. (``close()``,
///    `WorkQueue`, `Viewers`, `Settlers`, `Session+following`)
/// 9. *A failure is not emptiness, and stays at home.* An error of `start` becomes the phase `failed` with a message
///    and a button that tries again. A feature that cannot launch, or that draws from outside its session, fails its
///    own session alone. (`Failures`, `SessionGate`)
/// 10. *Sessions share nothing* but the services that their features were given. (All state is in the stored properties
///     below.)
/// 11. *Illegal moves are errors:* starting twice, acting before the start or after the close, and handlers that differ
///     from the manifest's actions. (``start()``, `Session+work`, `Scene+verifyHandlers`)
///
/// ## Topics
/// - ``init(_:options:id:clock:)``
/// - ``start()``
/// - ``perform(_:_:)``
/// - ``perform(_:)``
/// - ``settled(within:)``
/// - ``attach()``
/// - ``close()``
public actor Session {
    /// How long a notice waits for the first viewer: one minute.
    public static let noticeLifetime = Duration.seconds(60)
    /// The greatest number of notices that wait for the first viewer; the oldest is dropped beyond it.
    public static let waitingNoticesLimit = 16
    /// The greatest number of calls that may be queued or running; the session refuses calls beyond it with
    /// ``FeatureError/Code/busy``.
    public static let workLimit = 1000

    /// The key of the work that the running task belongs to.
    @TaskLocal static var currentWork: Int?

    /// The session's key: 128 random bits as 32 hexadecimal digits, unless the launch has given another.
    public nonisolated let id: String
    /// The manifest of the running feature.
    public nonisolated let manifest: FeatureManifest
    /// The options of the launch, with defaults filled in.
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
    /// The tasks that follow sequences of changes.
    private var followers: [Task<Void, Never>] = []
    /// `nil` once the session is closed.
    private(set) var stage: Stage?
    /// `nil` once the session is closed.
    private(set) var scene: Scene?
    let gate = SessionGate()
    let clock: any Clock<Duration>
    /// The time since the launch.
    let elapsed: @Sendable () -> Duration

    /// Launches a feature; none of its work runs before ``start()``.
    ///
    /// - Parameters:
    ///   - feature: The feature to launch.
    ///   - options: The launch's options as plain values; missing ones take their defaults.
    ///   - id: The session's key.
    ///   - clock: The clock of all time limits.
    /// - Throws: ``InputRefused`` for options that break a rule, ``FeatureError/Code/featureFault`` for handlers that
    ///   differ from the manifest's actions, and any error of the launch.
    public init(
        _ feature: any Feature, options: [String: FieldValue] = [:], id: String = Session.randomID(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        self.id = id
        self.clock = clock
        elapsed = clock.stopwatch()
        manifest = feature.manifest
        self.options = try manifest.options.check(options, noun: "option")
        frames = Frames(session: id, feature: manifest.id)
        gate.belong(to: self)
        let stage = Stage(link: Stage.Link(gate: gate))
        self.stage = stage
        let scene = try gate.holding { try feature.launch(on: stage, options: self.options) }
        try scene.verifyHandlers(of: manifest)
        self.scene = scene
        frames.begin(with: stage.drawn)
        gate.show(frames.current.screen)
    }

    deinit {
        viewers.finish()
    }

    /// Starts the feature: its `start` runs before all other work, and the session begins to follow changes.
    ///
    /// Returns when `start` first suspends or ends; ``settled(within:)`` waits for its end.
    ///
    /// - Throws: ``FeatureError`` if the session has been started before or is closed.
    public func start() throws {
        let scene = try openScene()
        guard !isStarted else { throw FeatureError(.alreadyStarted, "session \(id) has already been started") }
        isStarted = true
        // The first turn runs within this call, and is committed at its end.
        defer { commit() }
        enqueueStart(of: scene)
        followers = follow(scene)
    }

    /// Closes the session: cancels all work, finishes all viewers, and releases view and scene.
    ///
    /// Closing twice does nothing.
    public func close() {
        cancelWork()
        (stage, scene) = (nil, nil)
        viewers.finish()
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

    /// Whether the session has not been closed.
    public var isOpen: Bool { stage != nil }

    /// Whether `start` and every accepted action have ended and the phase is not loading.
    public var isSettled: Bool { isStarted && !frames.current.screen.phase.isLoading && !queue.hasActions }

    /// Returns the scene of a session that is open and has no fault.
    func openScene() throws -> Scene {
        if let fault = failures.fault { throw fault }
        guard let scene else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        return scene
    }
}

// One piece: queue, frames and closing share the state that the guarantees are about, and are proven by reading them
// side by side.

/// One running feature: its presenter, its view and its stage, on one actor.
///
/// A session launches a feature, runs its work in order, turns what the view draws into frames, and shows them to any
/// number of viewers. Presenters and views carry no isolation of their own: nonisolated asynchronous code runs on its
/// caller's actor, so all of them run here, and sessions run beside each other.
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
/// 1. *One turn, one frame.* What a presenter tells its view between two suspensions becomes visible at once. A session
///    begins at revision 0 with the phase `loading`.
/// 2. *Replay.* A viewer first gets the current frame, then frames of strictly growing revision. A slow viewer skips
///    frames, never the last one, and holds the newest frame and a bounded number of notices.
/// 3. *Nobody watching loses nothing.* The presenter runs on without viewers; who comes later sees where it stands.
/// 4. *Notices are one-shot.* Each reaches every viewer attached exactly once; with none attached it waits for the first
///    that comes, bounded in number and time, and is never replayed. An action's answer carries the notices it caused.
/// 5. *Actions run in order of arrival*, after `start`, one at a time, unless their ``Overlap`` says otherwise. A caller
///    that goes away does not cancel its action. An action that is unknown, disabled or breaks a field's rule never
///    reaches the presenter.
/// 6. *An action's answer shows its effect*: its own frame, not a neighbour's.
/// 7. *Settled* means: `start` and every accepted action have ended and the phase is not `loading`. Following changes
///    never delays it. Waiting for it has a time limit.
/// 8. *Closing ends everything.* Queued and running work is cancelled, viewers finish, nothing is shown afterwards; view
///    and scene are deallocated at once, the presenter when its last work returns.
/// 9. *A failure is not emptiness*, and stays at home: an error of `start` becomes the phase `failed` with a message and
///    a way to retry; a feature that cannot launch fails its own session alone, and so does one that draws from outside
///    its session.
/// 10. *Sessions share nothing* but the services behind them.
/// 11. *Illegal moves are errors:* to start twice, to act before the start or after the close, handlers that differ from
///     the manifest's actions.
///
/// ## Topics
/// - ``init(_:options:id:clock:)``
/// - ``start()``
/// - ``perform(_:_:)``
/// - ``settled(within:)``
/// - ``attach()``
/// - ``close()``
public actor Session {
    struct Work {
        let action: String?
        let isBeside: Bool
        var task: Task<Answer, any Error>?
        var isRunning = false
        /// What it has announced, the newest ``Viewer/noticesLimit`` of it.
        var notices: [Notice] = []
        /// What nobody has seen of it, if it takes its notices: who called shows them, unless it fails.
        var unseen: [WaitingNotice]?
    }

    struct WaitingNotice {
        let notice: Notice
        let deadline: Duration
    }

    /// How long a notice waits for the first viewer: one minute.
    public static let noticeLifetime = Duration.seconds(60)
    /// How many notices wait for the first viewer; beyond it the oldest goes.
    public static let waitingNoticesLimit = 16
    /// How many calls of actions may be queued or running; beyond it they are refused with
    /// ``FeatureError/Code/busy``.
    public static let workLimit = 1000

    /// The piece of work that the running task belongs to.
    @TaskLocal static var currentWork: Int?

    /// The session's key: 128 random bits as 32 hexadecimal digits, unless another was given.
    public nonisolated let id: String
    /// The manifest of the feature that runs.
    public nonisolated let manifest: FeatureManifest
    /// The options that it was launched with, defaults filled in.
    public nonisolated let options: Options

    /// The executor that the session's presenter and view run on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { gate.unownedExecutor }

    /// The current frame.
    public private(set) var frame: Frame
    /// Whether ``start()`` has been called.
    public private(set) var isStarted = false

    let clock: any Clock<Duration>
    let elapsed: @Sendable () -> Duration
    private let gate = SessionGate()
    private var stage: Stage?
    private var scene: Scene?
    private var fault: FeatureError?
    /// Whether a commit will come by itself; before the start nothing is to be committed.
    private var isCommitScheduled = true
    private(set) var work: [Int: Work] = [:]
    /// The last work of the queue, until it has ended: a task that has ended keeps the memory of its calls.
    private(set) var tail: (key: Int, task: Task<Answer, any Error>)?
    private var followers: [Task<Void, Never>] = []
    /// The phase in which the last work of the queue that was not cancelled left the screen.
    private var restingPhase: Phase?
    private var lastKey = 0
    var viewers: [Int: Mailbox] = [:]
    var waitingNotices: [WaitingNotice] = []
    var settlers: [Int: AsyncStream<Settling>.Continuation] = [:]

    /// Launches a feature; nothing of it runs before ``start()``.
    ///
    /// - Parameters:
    ///   - feature: The feature to launch.
    ///   - options: The launch's options as plain values; missing ones take their defaults.
    ///   - id: The session's key.
    ///   - clock: What measures time limits.
    /// - Throws: ``InputRefused`` for options that break a rule, ``FeatureError/Code/featureFault`` for handlers that
    ///   differ from the manifest's actions, and what the launch throws.
    public init(
        _ feature: any Feature, options: [String: FieldValue] = [:], id: String = Session.randomID(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        self.id = id
        self.clock = clock
        elapsed = clock.stopwatch()
        manifest = feature.manifest
        self.options = try manifest.options.check(options, noun: "option")
        frame = Frame(session: id, feature: manifest.id, revision: 0, screen: Screen())
        gate.belong(to: self)
        let stage = Stage(link: Stage.Link(gate: gate))
        self.stage = stage
        let scene = try gate.holding { try feature.launch(on: stage, options: self.options) }
        try scene.verifyHandlers(of: manifest)
        self.scene = scene
        // However the launch has drawn: nothing is ready before `start`.
        frame.screen = stage.drawn
        frame.screen.phase = .loading
        gate.show(frame.screen)
    }

    deinit {
        viewers.values.forEach { $0.finish() }
    }

    /// Makes a session's key: 128 bits from the system's generator as 32 hexadecimal digits.
    public static func randomID() -> String { RandomBits.shared.hexadecimal() }

    /// Starts the feature: its `start` runs first of all work, and its followers begin to follow.
    ///
    /// Returns as soon as `start` is under way; ``settled(within:)`` waits for it.
    ///
    /// - Throws: ``FeatureError`` if the session was started before or is closed.
    public func start() throws {
        let scene = try openScene()
        guard !isStarted else { throw FeatureError(.alreadyStarted, "session \(id) was started before") }
        isStarted = true
        // Its first turn runs within this call, and is committed at its end.
        isCommitScheduled = true
        defer { commit() }
        let start: Scene.Operation = { [start = scene.start] in
            do { try await start() } catch let error where !Task.isCancelled {
                self.stage?.screen.phase = self.failedPhase(for: error)
            }
        }
        _ = gate.holding { enqueue(scene.startAction?.name ?? "", startsAtOnce: true, start) }
        // Detached: what a caller says to its tasks, of one request's log, say, is not for as long as a session runs.
        let priority = Task.currentPriority
        followers = scene.followers.indices.map { index in
            Task.detached(priority: priority) { await self.follow(index) }
        }
        for index in scene.feeds.indices {
            scene.feeds[index].whenever { [weak self] in
                Task.detached(priority: priority) { await self?.followFeed(index) }
            }
        }
    }

    /// Performs an action and waits until it has ended.
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - arguments: Plain values for its fields, each in its JSON type.
    /// - Returns: The frame that shows the action's effect, and the notices that it caused.
    /// - Throws: ``FeatureError`` for an action that is unknown, disabled, busy or superseded and for a session that is
    ///   closed or not started; ``InputRefused`` for arguments that break a rule; and what the presenter throws. The
    ///   action goes on when the calling task is cancelled.
    public func perform(_ action: String, _ arguments: [String: FieldValue] = [:]) async throws -> Answer {
        try await perform(action, arguments, expecting: nil, takesNotices: false)
    }

    /// Performs an action like ``perform(_:_:)``, for a caller who shows the answer's notices: once it has ended well,
    /// none of them waits for a first viewer.
    package func performTakingNotices(_ action: String, _ arguments: [String: FieldValue]) async throws -> Answer {
        try await perform(action, arguments, expecting: nil, takesNotices: true)
    }

    /// Performs an action like ``perform(_:_:)`` if the session shows one of some revisions, both when it is called and
    /// when its turn comes: what another caller has changed meanwhile is not overlooked.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/outdated`` if it shows another one.
    package func perform(
        _ action: String, _ arguments: [String: FieldValue], expecting revisions: Set<Int>?
    ) async throws -> Answer {
        try await perform(action, arguments, expecting: revisions, takesNotices: false)
    }

    private func perform(
        _ action: String, _ arguments: [String: FieldValue], expecting revisions: Set<Int>?, takesNotices: Bool
    ) async throws -> Answer {
        try await answer(
            of: accept(action, arguments, expecting: revisions, takesNotices: takesNotices), to: action)
    }

    /// Waits for the answer of accepted work.
    func answer(of task: Task<Answer, any Error>, to action: String) async throws -> Answer {
        // Cancelled work can fail with any error: that it was cancelled is what counts.
        do { return try await task.value } catch _ where task.isCancelled {
            _ = try openScene()
            throw FeatureError(
                .superseded, "a later call of '\(action)' took the place of this one; see its result instead")
        }
    }

    /// Ends everything: work is cancelled, viewers finish, view and scene are let go.
    ///
    /// Closing twice does nothing.
    public func close() {
        cancelWork()
        (stage, scene) = (nil, nil)
        viewers.values.forEach { $0.finish() }
        settlers.values.forEach { $0.finish() }
        (viewers, settlers, waitingNotices) = ([:], [:], [])
    }

    /// Whether the session has not been closed.
    public var isOpen: Bool { stage != nil }

    /// Whether `start` and every accepted action have ended and the phase is not loading.
    public var isSettled: Bool {
        isStarted && !frame.screen.phase.isLoading && work.values.allSatisfy { $0.action == nil }
    }

    // MARK: - Work

    /// Whether an action starts at once beside whatever runs, as a stop button does (``Overlap/alongside``).
    package func isAlongside(_ action: String) -> Bool { scene?.handlers[action]?.overlap == .alongside }

    /// Checks a call and puts it into the queue.
    ///
    /// It holds no scene across a suspension, so that closing frees it.
    func accept(
        _ name: String, _ arguments: [String: FieldValue], expecting revisions: Set<Int>? = nil,
        takesNotices: Bool = false
    ) throws -> Task<Answer, any Error> {
        let scene = try openScene()
        guard isStarted else {
            throw FeatureError(.notStarted, "session \(id) was not started yet; start it before '\(name)'")
        }
        let action = try manifest.action(name)
        guard let handler = scene.handlers[name] else {
            throw FeatureError(.featureFault, "feature '\(manifest.id)' has no handler for '\(name)'")
        }
        let input = try action.fields.check(arguments)
        try verifyEnabled(action, input)
        try verifyRevision(in: revisions)
        guard work.count < Session.workLimit else {
            throw FeatureError(.busy, "\(work.count) calls wait in session \(id); try again when some have ended")
        }
        let earlier = work.values.filter { $0.action == name }
        switch handler.overlap {
        case .inOrder, .alongside: break
        case .dropIfBusy:
            guard earlier.isEmpty else {
                throw FeatureError(.busy, "'\(name)' is still running; try again when it has ended")
            }
        case .cancelPrevious: earlier.forEach { $0.task?.cancel() }
        }
        let perform = handler.perform
        let isBeside = handler.overlap == .alongside
        return enqueue(name, isBeside: isBeside, takesNotices: takesNotices) {
            try self.verifyRevision(in: revisions)
            do { try await perform(input) } catch let error where !Task.isCancelled {
                self.restorePhase(after: error, isBeside: isBeside)
                // Who called can mend refused input; all else is everybody's news.
                if !(error is InputRefused) { self.announce(Notice(Self.message(of: error), tone: .critical)) }
                throw error
            }
        }
    }

    /// Refuses an action whose button on the screen says that it is not to be had now.
    ///
    /// Of the buttons that fit the input, those that preset the most speak: a row's before the screen's.
    private func verifyEnabled(_ action: Action, _ input: Input) throws {
        var (presets, isEnabled) = (-1, true)
        frame.screen.forEachButton { button in
            let count = button.arguments.count
            guard button.action == action.name, count >= presets, action.allows(input, for: button) else { return }
            isEnabled = button.enabled || count == presets && isEnabled
            presets = count
        }
        guard isEnabled else {
            throw FeatureError(.disabled, "'\(action.title)' (\(action.name)) cannot be asked for now")
        }
    }

    /// Refuses an action that its caller wants upon other revisions than the one that is shown.
    private func verifyRevision(in expected: Set<Int>?) throws {
        guard let expected else { return }
        commit()
        guard expected.contains(frame.revision) else {
            throw FeatureError(
                .outdated, "session \(id) shows revision \(frame.revision) by now; look at it before you act")
        }
    }

    /// Puts work at the end of the queue, or beside it.
    private func enqueue(
        _ action: String?, isBeside: Bool = false, takesNotices: Bool = false, startsAtOnce: Bool = false,
        _ operation: @escaping Scene.Operation
    ) -> Task<Answer, any Error> {
        let key = nextKey()
        let previous = isBeside ? nil : tail?.task
        work[key] = Work(action: action, isBeside: isBeside, unseen: takesNotices ? [] : nil)
        let task = Session.$currentWork.withValue(key) {
            if startsAtOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                return Task.immediate { try await run(key, operation) }
            }
            return Task {
                _ = await previous?.result
                return try await run(key, operation)
            }
        }
        // What started at once may have ended.
        guard work[key] != nil else { return task }
        work[key]?.task = task
        if !isBeside { tail = (key, task) }
        return task
    }

    private func run(_ key: Int, _ operation: Scene.Operation) async throws -> Answer {
        defer {
            let ended = work.removeValue(forKey: key)
            if tail?.key == key { tail = nil }
            // Emptied, a dictionary would keep its room.
            if work.isEmpty { work = [:] }
            if ended?.isBeside == false, !Task.isCancelled { restingPhase = stage?.drawn.phase }
            ended?.unseen?.forEach { waitingNotices.append($0, keeping: Session.waitingNoticesLimit) }
            commit()
        }
        try Task.checkCancellation()
        work[key]?.isRunning = true
        try await operation()
        try Task.checkCancellation()
        commit()
        work[key]?.unseen = nil
        return Answer(frame: frame, notices: work[key]?.notices ?? [])
    }

    /// Follows changes until they end or the session does.
    private func follow(_ index: Int) async {
        guard let follow = scene?.followers[index] else { return }
        await follow { operation in await self.turn(operation) }
    }

    /// Follows a feed as long as there is something to take.
    private func followFeed(_ index: Int) async {
        while let operation = scene?.feeds[index].next() { await turn(operation) }
    }

    /// Runs the handling of a change as a turn of its own.
    private func turn(_ operation: @escaping Scene.Operation) async {
        guard isOpen, fault == nil else { return }
        let task = enqueue(nil) {
            do { try await operation() } catch let error where !Task.isCancelled {
                self.restorePhase(after: error)
                self.announce(Notice("A change could not be shown: \(Self.message(of: error))", tone: .critical))
            }
        }
        _ = await task.result
    }

    /// Ends the loading that failed work has left behind.
    ///
    /// The screen gets the phase that it had before; if there was none, for not even `start` has ended (a later call took
    /// its place and failed), the screen has failed. What goes on in the queue beside the failed work may be what loads.
    private func restorePhase(after error: any Error, isBeside: Bool = false) {
        guard let stage, stage.drawn.phase.isLoading else { return }
        if isBeside, work.values.contains(where: { $0.isRunning && !$0.isBeside }) { return }
        stage.screen.phase = restingPhase ?? failedPhase(for: error)
    }

    private func failedPhase(for error: any Error) -> Phase {
        let retry = scene?.startAction.map { Button($0, title: "Try again", role: .primary) }
        return .failed(message: Self.message(of: error), retry: retry)
    }

    /// What people read of an error; one of cancellation that nobody here has asked for has no words of its own.
    private static func message(of error: any Error) -> String {
        error is CancellationError ? "it was cancelled before it ended" : "\(error)"
    }

    private func cancelWork() {
        work.values.forEach { $0.task?.cancel() }
        followers.forEach { $0.cancel() }
        scene?.feeds.forEach { $0.stop() }
        (work, followers, tail) = ([:], [], nil)
    }

    func failForOutsideUse() {
        guard isOpen, fault == nil else { return }
        let error = FeatureError(
            .featureFault,
            "feature '\(manifest.id)' used its stage from outside its session; "
                + "let its presenter use no closure that leaves the session's actor (see Session)")
        cancelWork()
        stage?.screen.phase = .failed(message: error.message)
        commit()
        fault = error
    }

    private func openScene() throws -> Scene {
        if let fault { throw fault }
        guard let scene else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        return scene
    }

    func verifyOpen() throws {
        _ = try openScene()
    }

    func nextKey() -> Int {
        lastKey += 1
        return lastKey
    }

    // MARK: - Frames

    func scheduleCommit() {
        guard !isCommitScheduled else { return }
        isCommitScheduled = true
        // Before the presenter resumes: its resumption enters the actor's queue after this one, and never above it.
        Task(priority: .highest) { commit() }
    }

    /// Makes visible what was drawn since the last frame.
    func commit() {
        isCommitScheduled = false
        // What the launch draws is part of the first frame.
        guard let stage, isStarted, fault == nil else { return }
        if stage.drawn != frame.screen {
            frame.revision += 1
            frame.screen = stage.drawn
            gate.show(frame.screen)
            viewers.values.forEach { $0.deliver(frame) }
        }
        if isSettled { settlers.values.forEach { $0.yield(.settled(frame)) } }
    }

    func announce(_ notice: Notice) {
        guard isOpen, fault == nil else { return }
        if let key = Session.currentWork { work[key]?.notices.append(notice, keeping: Viewer.noticesLimit) }
        // A viewer that has just detached may not be forgotten yet.
        let wasSeen = viewers.values.reduce(false) { wasSeen, mailbox in mailbox.deliver(notice) || wasSeen }
        guard !wasSeen else { return }
        let waiting = WaitingNotice(notice: notice, deadline: elapsed() + Session.noticeLifetime)
        if let key = Session.currentWork, work[key]?.unseen != nil {
            work[key]?.unseen?.append(waiting, keeping: Session.waitingNoticesLimit)
        } else {
            waitingNotices.append(waiting, keeping: Session.waitingNoticesLimit)
        }
    }
}

extension Scene {
    /// Checks that there is one handler for each of the manifest's actions, and no other.
    func verifyHandlers(of manifest: FeatureManifest) throws {
        let isComplete = manifest.actions.allSatisfy { handlers[$0.name] != nil }
        if isComplete, handlers.count == manifest.actions.count, handledTwice.isEmpty { return }
        let declared = Set(manifest.actions.map(\.name))
        let missing = declared.subtracting(handlers.keys).sorted().map { "no handler for '\($0)'" }
        let unknown = handlers.keys.filter { !declared.contains($0) }.sorted()
            .map { "a handler for '\($0)', which the manifest does not declare" }
        let twice = handledTwice.sorted().map { "two handlers for '\($0)'" }
        let faults = missing + unknown + twice
        guard faults.isEmpty else {
            throw FeatureError(
                .featureFault,
                "feature '\(manifest.id)' was launched with \(faults.joined(separator: ", ")); "
                    + "give its scene exactly one handler for each action of its manifest")
        }
    }
}

extension TaskPriority {
    /// That of direct interaction, the highest there is; what takes in a person's touch may run at it.
    fileprivate static var highest: TaskPriority { TaskPriority(rawValue: 0x21) }
}

// Implements guarantees 5, 6 and 11: checks a call, enqueues it, runs it, and answers with the frame that shows its
// effect.

extension Session {
    /// Performs an action and waits until it has ended.
    ///
    /// Cancelling the calling task does not cancel the action.
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - arguments: The values of the action's fields, by field name. Each value has the JSON type of its field.
    ///   - person: The person who performs the action; `nil` if nobody is known.
    /// - Returns: The frame that shows the action's effect, and the notices that the action has announced.
    /// - Throws: ``FeatureError`` if the action is unknown, forbidden, disabled, busy or superseded, or if the session is
    ///   closed or not started. ``InputRefused`` if an argument breaks a rule. Any error that the presenter throws.
    public func perform(
        _ action: String, _ arguments: [String: FieldValue] = [:], as person: Person? = nil
    ) async throws -> Answer {
        try await perform(Call(action, arguments), as: person)
    }

    /// Performs a call like ``perform(_:_:as:)``.
    ///
    /// The call can also contain the id of a form and the names of emptied fields.
    public func perform(_ call: Call, as person: Person? = nil) async throws -> Answer {
        try await perform(call, as: person, expecting: nil)
    }

    /// Performs a call like ``perform(_:as:)``, but only at certain revisions of the session.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - person: The person who performs the action; `nil` if nobody is known.
    ///   - revisions: The revisions at which the call is allowed; `nil` allows all. The session checks its revision now
    ///     and again when the action begins.
    ///   - takesNotices: Whether the caller shows the notices of the answer. If so, the notices of a successful action
    ///     do not wait for a first viewer.
    ///   - accepted: Called with the id of the call, as in ``RunningWork/id``, as soon as the call is accepted.
    /// - Throws: The errors of ``perform(_:as:)``. At any other revision, also ``FeatureError`` with the code
    ///   ``FeatureError/Code/outdated``.
    package func perform(
        _ call: Call, as person: Person?, expecting revisions: Set<Int>?, takesNotices: Bool = false,
        accepted: (@Sendable (_ id: String) -> Void)? = nil
    ) async throws -> Answer {
        let work = try accept(call, as: person, expecting: revisions, takesNotices: takesNotices)
        accepted?("\(work.key)")
        return try await answer(of: work)
    }

    /// A call that the queue has accepted.
    struct AcceptedWork {
        let key: Int
        let action: String
        let running: RunningAction
        let task: Task<Answer, any Error>
        /// Ends when the call has ended, or was cancelled before it began; `nil` for a call that cannot be cancelled.
        let ending: AsyncStream<Never>?
    }

    /// Waits for the answer of accepted work.
    func answer(of work: AcceptedWork) async throws -> Answer {
        if let ending = work.ending {
            for await _ in ending {}
            // The task still waits for its turn, so that later calls keep their order.
            if work.running.isCancelled, queue.isWaiting(work.key) { throw cancelledError(work.action) }
        }
        // Cancelled work can throw any error. Its caller must get the error `closed`, `cancelled` or `superseded` instead.
        do { return try await work.task.value } catch _ where work.task.isCancelled {
            _ = try openScene()
            throw work.running.isCancelled ? cancelledError(work.action) : Session.supersededError(work.action)
        }
    }

    /// Returns the error of a cancelled call of an action.
    func cancelledError(_ action: String) -> FeatureError {
        FeatureError(.cancelled, "'\(manifest.action(named: action)?.title ?? action)' was cancelled")
    }

    static func supersededError(_ action: String) -> FeatureError {
        FeatureError(
            .superseded, "a later call of '\(action)' has replaced this one; use the result of that call")
    }

    /// Returns whether an action starts at once, alongside all running work (``Overlap/alongside``).
    package func isAlongside(_ action: String) -> Bool { scene?.handlers[action]?.overlap == .alongside }

    /// Checks a call and enqueues it.
    ///
    /// This method is synchronous, because a suspended call would keep the scene of a closed session alive.
    func accept(
        _ call: Call, as person: Person?, expecting revisions: Set<Int>? = nil, takesNotices: Bool = false
    ) throws -> AcceptedWork {
        let name = call.action
        let scene = try openScene()
        guard isStarted else {
            throw FeatureError(.notStarted, "session \(id) has not been started; start it before '\(name)'")
        }
        let action = try manifest.action(name)
        try manifest.verify(action, for: person)
        // `init` has verified that every action has a handler.
        guard let handler = scene.handlers[name] else { preconditionFailure("no handler for '\(name)'") }
        let input = try frames.current.screen.admit(call, of: action, by: person)
        try verifyRoom(for: name)
        try verifyRevision(in: revisions)
        try queue.admit(name, handler.overlap, superseding: handler.superseded, session: id).forEach { $0.cancel() }
        let perform = handler.perform
        let isBeside = handler.overlap == .alongside || handler.overlap == .besideOthers
        let reporter = handler.reports ? WorkReporter { [weak self] in Task { await self?.noteReport() } } : nil
        let ending = action.isCancellable ? AsyncStream<Never>.makeStream() : nil
        let running = RunningAction(
            call, of: manifest, by: person, since: elapsed(), reporter: reporter, ending: ending?.continuation)
        let (key, task) = enqueue(
            name, running, isBeside: isBeside, waitsForOwn: handler.overlap == .besideOthers, takesNotices: takesNotices
        ) {
            try self.verifyRevision(in: revisions)
            // An earlier call may have filled the list.
            try self.verifyRoom(for: name)
            let input = try self.refreshed(input, of: call)
            do { try await perform(input) } catch let error where !Task.isCancelled || running.isCancelled {
                self.restorePhase(after: error, isBeside: isBeside)
                // Only the caller learns of refused input, because only the caller can correct it. All viewers see that
                // a cancelled call has ended, and learn of any other failure.
                if !(error is InputRefused), !running.isCancelled {
                    self.announce(Notice(Failures.message(of: error), tone: .critical))
                }
                throw error
            }
        }
        watchLongWork()
        return AcceptedWork(key: key, action: name, running: running, task: task, ending: ending?.stream)
    }

    /// Returns the input of a call that is about to run.
    ///
    /// If the call names a form, the form's values may have changed since the call was accepted, so they are read
    /// again.
    private func refreshed(_ input: Input, of call: Call) throws -> Input {
        guard call.form != nil else { return input }
        commit()
        return try frames.current.screen.admit(call, of: manifest.action(call.action), by: input.person)
    }

    private func verifyRevision(in expected: Set<Int>?) throws {
        guard let expected else { return }
        commit()
        try frames.verifyRevision(in: expected)
    }

    /// Enqueues `start`, and runs its first turn.
    func enqueueStart(of scene: Scene) {
        let start: Scene.Operation = { [start = scene.start] in
            do { try await start() } catch let error where !Task.isCancelled {
                self.stage?.screen.phase = Failures.phase(of: error, retry: self.scene?.startAction)
            }
        }
        _ = gate.holding { enqueue(scene.startAction?.name ?? "", startsAtOnce: true, start) }
    }

    /// Runs work that begins alongside `start`.
    func enqueueBeginning(_ work: @escaping Scene.Operation) {
        _ = enqueue("", isBeside: true) {
            do { try await work() } catch let error where !Task.isCancelled {
                self.restorePhase(after: error, isBeside: true)
                self.announce(Notice(Failures.message(of: error), tone: .critical))
            }
        }
    }

    /// Adds work at the end of the queue, or alongside the queue, and creates the task that runs it.
    func enqueue(
        _ action: String?, _ running: RunningAction? = nil, isBeside: Bool = false, waitsForOwn: Bool = false,
        takesNotices: Bool = false, startsAtOnce: Bool = false,
        _ operation: @escaping Scene.Operation
    ) -> (key: Int, task: Task<Answer, any Error>) {
        let (key, predecessor) = queue.enter(
            action, running, isBeside: isBeside, waitsForOwn: waitsForOwn, takesNotices: takesNotices)
        let task = Session.$currentWork.withValue(key) {
            Requester.$current.withValue(requester) {
                RunningAction.$current.withValue(running) {
                    if startsAtOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                        return Task.immediate { try await run(key, running, operation) }
                    }
                    return Task {
                        _ = await predecessor?.result
                        return try await run(key, running, operation)
                    }
                }
            }
        }
        queue.hold(task, for: key)
        return (key, task)
    }

    private func run(
        _ key: Int, _ running: RunningAction?, _ operation: Scene.Operation
    ) async throws -> Answer {
        var isCommitted = false
        // Set if the outcome is kept.
        var outcome: Result<Answer, any Error>?
        defer {
            if let ended = queue.end(key) {
                if !ended.isBeside, !Task.isCancelled { failures.restingPhase = stage?.drawn.phase }
                notices.append(unshown: ended.notices)
            }
            if isCommitted { settle() } else { commit() }
            running?.end()
            if let running, let outcome { concludeLongWork(key, running, outcome) }
        }
        do {
            try Task.checkCancellation()
            queue.begin(key)
            noteBeginning(of: key)
            do {
                defer { conclude() }
                try await operation()
            }
            // A call that somebody has cancelled, but that has ended its work nevertheless, has succeeded.
            if Task.isCancelled, running?.isCancelled != true { throw CancellationError() }
            // There is no suspension between the end of the action and this commit, so the frame shows no later work.
            commit()
            isCommitted = true
            let answer = Answer(
                frame: frame, notices: queue.takeNotices(of: key), opens: queue.place(of: key),
                change: running?.change.map { Int($0) })
            if let running, keepsOutcome(of: running) { outcome = .success(answer) }
            return answer
        } catch {
            if let running, keepsOutcome(of: running) { outcome = .failure(error) }
            throw error
        }
    }
}

// Guarantees 5, 6 and 11: checks a call, runs it in its turn, and answers with its effect.

extension Session {
    /// Performs an action and waits until it has ended.
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - arguments: Plain values for its fields, each in its JSON type.
    /// - Returns: The frame that shows the action's effect, and the notices that the action has announced.
    /// - Throws: ``FeatureError`` for an action that is unknown, disabled, busy or superseded and for a session that is
    ///   closed or not started; ``InputRefused`` for arguments that break a rule; and any error of the presenter. The
    ///   action goes on when the calling task is cancelled.
    public func perform(_ action: String, _ arguments: [String: FieldValue] = [:]) async throws -> Answer {
        try await perform(Call(action, arguments))
    }

    /// Performs a call like ``perform(_:_:)``, also one that comes from a form or empties fields.
    public func perform(_ call: Call) async throws -> Answer {
        try await perform(call, expecting: nil)
    }

    /// Performs a call like ``perform(_:)``, on a condition.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - revisions: The revisions that the session may be at, both now and when the action's turn comes; `nil` for any.
    ///   - takesNotices: Whether the caller shows the answer's notices: when the action succeeds, none of them waits for
    ///     a first viewer.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/outdated`` at another revision.
    package func perform(_ call: Call, expecting revisions: Set<Int>?, takesNotices: Bool = false) async throws
        -> Answer
    {
        try await answer(of: accept(call, expecting: revisions, takesNotices: takesNotices), to: call.action)
    }

    /// Waits for the answer of accepted work.
    func answer(of task: Task<Answer, any Error>, to action: String) async throws -> Answer {
        // Cancelled work can fail with any error; only its cancellation counts.
        do { return try await task.value } catch _ where task.isCancelled {
            _ = try openScene()
            throw FeatureError(
                .superseded, "a later call of '\(action)' has replaced this one; use the result of that call")
        }
    }

    /// Whether an action starts at once, beside all running work (``Overlap/alongside``).
    package func isAlongside(_ action: String) -> Bool { scene?.handlers[action]?.overlap == .alongside }

    /// Checks a call and enters it into the queue.
    ///
    /// It is synchronous, so that no suspended call keeps the scene of a closed session.
    func accept(
        _ call: Call, expecting revisions: Set<Int>? = nil, takesNotices: Bool = false
    ) throws -> Task<Answer, any Error> {
        let name = call.action
        let scene = try openScene()
        guard isStarted else {
            throw FeatureError(.notStarted, "session \(id) has not been started; start it before '\(name)'")
        }
        let action = try manifest.action(name)
        // The launch has verified that every action has a handler.
        guard let handler = scene.handlers[name] else { preconditionFailure("no handler for '\(name)'") }
        let input = try frames.current.screen.admit(call, of: action)
        try verifyRevision(in: revisions)
        try queue.admit(name, handler.overlap, session: id).forEach { $0.cancel() }
        let perform = handler.perform
        let isBeside = handler.overlap == .alongside
        return enqueue(name, isBeside: isBeside, takesNotices: takesNotices) {
            try self.verifyRevision(in: revisions)
            let input = try self.refreshed(input, of: call)
            do { try await perform(input) } catch let error where !Task.isCancelled {
                self.restorePhase(after: error, isBeside: isBeside)
                // The caller can correct refused input. All viewers learn of any other failure.
                if !(error is InputRefused) { self.announce(Notice(Failures.message(of: error), tone: .critical)) }
                throw error
            }
        }
    }

    /// Returns the input of a call whose turn has come: the values of a form are those that it has now.
    private func refreshed(_ input: Input, of call: Call) throws -> Input {
        guard call.form != nil else { return input }
        commit()
        return try frames.current.screen.admit(call, of: manifest.action(call.action))
    }

    private func verifyRevision(in expected: Set<Int>?) throws {
        guard let expected else { return }
        commit()
        try frames.verifyRevision(in: expected)
    }

    /// Enters `start` into the queue, and runs its first turn.
    func enqueueStart(of scene: Scene) {
        let start: Scene.Operation = { [start = scene.start] in
            do { try await start() } catch let error where !Task.isCancelled {
                self.stage?.screen.phase = Failures.phase(of: error, retry: self.scene?.startAction)
            }
        }
        _ = gate.holding { enqueue(scene.startAction?.name ?? "", startsAtOnce: true, start) }
    }

    /// Enters work at the end of the line, or beside it, and starts its task.
    func enqueue(
        _ action: String?, isBeside: Bool = false, takesNotices: Bool = false, startsAtOnce: Bool = false,
        _ operation: @escaping Scene.Operation
    ) -> Task<Answer, any Error> {
        let (key, predecessor) = queue.enter(action, isBeside: isBeside, takesNotices: takesNotices)
        let task = Session.$currentWork.withValue(key) {
            if startsAtOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                return Task.immediate { try await run(key, operation) }
            }
            return Task {
                _ = await predecessor?.result
                return try await run(key, operation)
            }
        }
        queue.hold(task, for: key)
        return task
    }

    private func run(_ key: Int, _ operation: Scene.Operation) async throws -> Answer {
        defer {
            if let ended = queue.end(key) {
                if !ended.isBeside, !Task.isCancelled { failures.restingPhase = stage?.drawn.phase }
                notices.append(unshown: ended.notices)
            }
            commit()
        }
        try Task.checkCancellation()
        queue.begin(key)
        try await operation()
        try Task.checkCancellation()
        // No suspension separates the end of the action from its answer, so the frame is its own.
        commit()
        return Answer(frame: frame, notices: queue.takeNotices(of: key))
    }
}

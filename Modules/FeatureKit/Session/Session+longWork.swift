// Implements guarantee 13: lists the calls that take long, cancels them, and keeps their outcomes.

extension Session {
    /// The calls that take long, in order of arrival, at most ``workListLimit``.
    public var work: [RunningWork] {
        let now = elapsed()
        let calls = queue.calls.filter { isLong($0.work, at: now) }.prefix(Session.workListLimit)
            .map { description(of: $0.work, $0.key) }
        // A page that shows the list learns from its stream that it is empty.
        if !calls.isEmpty { longWork.wasListed = true }
        return calls
    }

    /// Returns a call that takes long, or how it has ended; `nil` if neither is known.
    ///
    /// An outcome is known for a minute after the end of a call that was long or was cancelled.
    ///
    /// - Parameter id: The id of the call, as in ``RunningWork/id``.
    package func workStatus(_ id: String) -> WorkStatus? {
        if let outcome = longWork.outcome(of: id, at: elapsed()) { return outcome }
        return call(id).map { WorkStatus(work: description(of: $0.work, $0.key), result: nil) }
    }

    /// Cancels a call.
    ///
    /// A waiting call ends at once. The task of a running call is cancelled, and the call ends when its handler does.
    ///
    /// - Parameters:
    ///   - id: The id of the call, as in ``RunningWork/id``.
    ///   - person: The person who cancels it; `nil` if nobody is known.
    /// - Returns: The call, or how it has ended; `nil` if there is no such call, or if its outcome is forgotten.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/forbidden`` if the person may not perform the action,
    ///   or ``FeatureError/Code/disabled`` if its calls cannot be cancelled.
    @discardableResult
    package func cancelWork(_ id: String, as person: Person?) throws -> WorkStatus? {
        guard let (key, work) = call(id), let running = work.running else { return workStatus(id) }
        let action = try manifest.action(running.action)
        try manifest.verify(action, for: person)
        guard action.isCancellable else {
            throw FeatureError(.disabled, "'\(action.name)' cannot be cancelled; wait until it has ended")
        }
        let task = queue.cancel(key)
        let end = work.isRunning ? nil : cancelledError(action.name)
        let status = WorkStatus(work: description(of: work, key), result: end.map { .failure($0) })
        if end != nil { longWork.note(status, at: elapsed()) }
        tellWork()
        task?.cancel()
        return status
    }

    // MARK: - Telling

    /// Tells all viewers the list of long calls if it has changed.
    func tellWork() {
        guard viewers.count > 0 || !longWork.told.isEmpty else { return }
        queue.calls.forEach { $0.work.running?.reporter?.beginReading() }
        let list = work
        if longWork.tell(list) { viewers.deliver(list) }
    }

    /// Tells a new viewer the list of long calls.
    func tellWork(to mailbox: Mailbox) {
        guard longWork.wasListed || queue.hasCalls else { return }
        tellWork()
        if longWork.wasListed { mailbox.deliver(longWork.told) }
        watchLongWork()
    }

    /// Waits until a call takes long, if somebody watches the session.
    ///
    /// One task waits for all calls, so that short calls cost next to nothing.
    func watchLongWork() {
        guard longWork.watch == nil, viewers.count > 0 else { return }
        let now = elapsed()
        let pauses = queue.calls.compactMap { call -> Duration? in
            guard let running = call.work.running, canBeLong(running), !isLong(call.work, at: now) else { return nil }
            return running.since + Session.workDelay - now
        }
        guard let pause = pauses.min() else { return }
        longWork.watch = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            await self?.endWatch()
        }
    }

    private func endWatch() {
        longWork.watch = nil
        guard isOpen, viewers.count > 0 else { return }
        // Reports are told once an interval, by the task that waits for its end.
        if work.map(\.id) != longWork.told.map(\.id) { tellWork() }
        watchLongWork()
    }

    /// Tells the report of a call, unless the last one is too recent.
    func noteReport() {
        guard isOpen, viewers.count > 0, longWork.reportPause == nil else { return }
        tellWork()
        longWork.reportPause = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: Session.reportInterval)) != nil else { return }
            await self?.endReportPause()
        }
    }

    private func endReportPause() {
        longWork.reportPause = nil
        if queue.calls.contains(where: { $0.work.running?.reporter?.isUnread == true }) { noteReport() }
    }

    /// Tells the viewers that a listed call waits no longer.
    func noteBeginning(of key: Int) {
        if longWork.told.contains(where: { $0.isQueued && $0.id == "\(key)" }) { tellWork() }
    }

    /// Returns whether the outcome of a call is kept: it was long, or was cancelled.
    func keepsOutcome(of running: RunningAction) -> Bool {
        running.reporter != nil || running.isCancelled || elapsed() - running.since >= Session.workDelay
    }

    /// Keeps the outcome of a call that was long, and tells the viewers that it has ended.
    func concludeLongWork(_ key: Int, _ running: RunningAction, _ result: Result<Answer, any Error>) {
        guard isOpen else { return }
        let title = manifest.action(named: running.action)?.title ?? running.action
        let work = RunningWork(id: "\(key)", action: running.action, title: title)
        longWork.note(WorkStatus(work: work, result: result.mapError { ended($0, running) }), at: elapsed())
        tellWork()
    }

    private func ended(_ error: any Error, _ running: RunningAction) -> any Error {
        if running.isCancelled { return cancelledError(running.action) }
        return Task.isCancelled ? Session.supersededError(running.action) : error
    }

    // MARK: - Calls

    private func call(_ id: String) -> (key: Int, work: WorkQueue.Work)? {
        guard let call = queue.calls.first(where: { "\($0.key)" == id }) else { return nil }
        return isOver(call.work) ? nil : call
    }

    /// Returns whether a call has ended as far as people are concerned.
    private func isOver(_ work: WorkQueue.Work) -> Bool {
        guard let running = work.running else { return true }
        return running.hasEnded || running.isCancelled && !work.isRunning
    }

    private func canBeLong(_ running: RunningAction) -> Bool {
        guard let action = manifest.action(named: running.action) else { return false }
        return action.isCancellable || !action.effect.changesNothing
    }

    private func isLong(_ work: WorkQueue.Work, at now: Duration) -> Bool {
        guard let running = work.running, !isOver(work) else { return false }
        if running.reporter?.progress != nil { return true }
        return now - running.since >= Session.workDelay && canBeLong(running)
    }

    private func description(of work: WorkQueue.Work, _ key: Int) -> RunningWork {
        let name = work.running?.action ?? ""
        let action = manifest.action(named: name)
        let progress = work.running?.reporter?.progress
        let isCancelled = work.running?.isCancelled == true
        var shown = RunningWork(
            id: "\(key)", action: name, title: action?.title ?? name, fraction: progress?.fraction,
            message: progress?.message, isCancellable: action?.isCancellable == true && !isCancelled,
            isQueued: !work.isRunning)
        if !work.isRunning { shown.message = "Waiting" }
        if isCancelled { shown.message = "Cancelling" }
        return shown
    }
}

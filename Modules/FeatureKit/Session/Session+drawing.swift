// Implements guarantees 1, 4 and 9: commits drawn screens as frames, delivers notices, and ends the loading phase of
// failed work.

extension Session {
    /// Schedules a commit after the presenter's turn.
    ///
    /// The stage calls this method for each draw.
    func scheduleCommit() {
        guard frames.schedule() else { return }
        // This task runs before the presenter resumes: it enters the actor's queue first, and no task has a higher
        // priority.
        Task(priority: .highest) {
            // Another commit may have followed the draw, for example at the end of the work.
            if frames.isScheduled { commit() }
        }
    }

    /// Makes a frame of everything that was drawn since the last frame, and delivers it to all viewers.
    func commit() {
        frames.beginCommit()
        // Before `start`, make no new frame: the first frame already shows what the launch has drawn.
        guard let stage, isStarted, failures.fault == nil else { return }
        if frames.commit(limited(stage.drawn)) {
            #if DEBUG
                if let fault = frames.current.screen.firstFault(against: manifest) {
                    stage.screen = Screen(title: stage.drawn.title)
                    return fail("feature '\(manifest.id)' drew a faulty screen: \(fault)")
                }
            #endif
            gate.show(frames.current.screen)
            viewers.deliver(frames.current)
        }
        settle()
    }

    /// Answers the callers that wait until the session has settled, if it has.
    func settle() {
        if isOpen, failures.fault == nil, isSettled { settlers.settle(at: frames.current) }
    }

    /// Delivers a notice to all viewers.
    ///
    /// If no viewer is attached, the session keeps the notice.
    func announce(_ notice: Notice) {
        guard isOpen, failures.fault == nil else { return }
        if let key = Session.currentWork { queue.record(notice, of: key) }
        guard !viewers.deliver(notice) else { return }
        let waiting = WaitingNotice(notice, at: elapsed())
        if let key = Session.currentWork, queue.keep(waiting, for: key) { return }
        notices.append(waiting)
    }

    /// Records the place to which the current action sends its caller.
    func open(_ place: FeatureLink) {
        guard let key = Session.currentWork else { return }
        queue.record(place, of: key)
    }

    /// Replaces a loading phase that failed work has left on the screen.
    func restorePhase(after error: any Error, isBeside: Bool = false) {
        guard let stage else { return }
        let phase = failures.phase(
            stage.drawn.phase, after: error, retry: scene?.startAction,
            isOtherRunning: isBeside && queue.isLineRunning)
        if let phase { stage.screen.phase = phase }
    }

    /// Fails the session because its feature used the stage from outside the session's actor.
    func failForOutsideUse() {
        guard isOpen, failures.fault == nil else { return }
        fail(
            "feature '\(manifest.id)' used its stage from outside its session; "
                + "keep its presenter on the session's actor (see Session)")
    }

    /// Fails the session because of a mistake in the feature's code.
    private func fail(_ message: String) {
        let error = FeatureError(.featureFault, message)
        cancelWork()
        stage?.screen.phase = .failed(message: error.message)
        commit()
        failures.fault = error
    }
}

extension TaskPriority {
    /// The highest priority.
    ///
    /// The system gives it to direct interaction, such as the handling of a touch.
    fileprivate static var highest: TaskPriority { TaskPriority(rawValue: 0x21) }
}

extension Session {
    /// Attaches a viewer.
    ///
    /// The viewer first gets the current frame and the waiting notices, then all newer events.
    ///
    /// - Returns: The viewer. It detaches when it is deallocated.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/closed`` if the session is closed.
    public func attach() throws -> Viewer {
        try attach(keepingEveryFrame: false)
    }

    /// Attaches a viewer that never skips a frame.
    ///
    /// Use it only in tests, because its buffer has no limit.
    package func attachRecorder() throws -> Viewer {
        try attach(keepingEveryFrame: true)
    }

    /// Attaches a viewer that passes each event to a closure, in order and on the session's actor.
    ///
    /// - Parameter receive: The closure. It first gets the current frame and the waiting notices. It must not block.
    /// - Returns: The viewer. It buffers no events: `next()` waits until the session closes, and returns `nil`.
    package func attach(calling receive: @escaping @Sendable (Viewer.Event) -> Void) throws -> Viewer {
        guard isOpen else { throw closedError }
        return viewer(Mailbox(frame, notices: takeNotices(), receive: receive))
    }

    /// Attaches a viewer that is counted: it gets the number of counted viewers.
    ///
    /// The viewer gets the number after the first frame, and each later number. The session sends at most one number in
    /// ``numberInterval`` to all viewers.
    package func attachCounted() throws -> Viewer {
        guard isOpen else { throw closedError }
        defer { tellNumber() }
        return viewer(Mailbox(frame, notices: takeNotices(), isCounted: true))
    }

    /// Tells the counted viewers their number, unless the last number is too recent.
    ///
    /// After a number, one task waits until the next number may follow. A viewer that is alone needs no such task.
    private func tellNumber() {
        guard numberPause == nil, viewers.tellNumber() else { return }
        numberPause = Task { [weak self, clock] in
            try? await clock.sleep(for: Session.numberInterval)
            await self?.endNumberPause()
        }
    }

    private func endNumberPause() {
        numberPause = nil
        if isOpen { tellNumber() }
    }

    private func attach(keepingEveryFrame keepsEveryFrame: Bool) throws -> Viewer {
        guard isOpen else { throw closedError }
        return viewer(Mailbox(frame, notices: takeNotices(), keepsEveryFrame: keepsEveryFrame))
    }

    private var closedError: FeatureError {
        FeatureError(.closed, "session \(id) is closed; launch the feature again")
    }

    private func viewer(_ mailbox: Mailbox) -> Viewer {
        viewers.attach(mailbox)
        tellWork(to: mailbox)
        let key = ObjectIdentifier(mailbox)
        return Viewer(mailbox: mailbox) { [weak self] in Task { await self?.forgetViewer(key) } }
    }

    /// The number of attached viewers.
    public var viewerCount: Int { viewers.count }

    /// Removes and returns the notices that wait for a first viewer.
    ///
    /// A front end without a viewer can show them.
    public func takeNotices() -> [Notice] {
        notices.take(at: elapsed())
    }

    private func forgetViewer(_ key: ObjectIdentifier) {
        viewers.detach(key)
        if isOpen { tellNumber() }
    }
}

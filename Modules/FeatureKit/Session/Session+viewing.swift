extension Session {
    /// Attaches a viewer; it gets the current frame, the waiting notices, and then all newer events.
    ///
    /// - Returns: The viewer; it detaches when it is deallocated.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/closed`` if the session is closed.
    public func attach() throws -> Viewer {
        try attach(keepingEveryFrame: false)
    }

    /// Attaches a viewer that never skips a frame; for tests, because its memory is not bounded.
    package func attachRecorder() throws -> Viewer {
        try attach(keepingEveryFrame: true)
    }

    /// Attaches a viewer that calls a closure with each event, on the session's actor and in order, and keeps none.
    ///
    /// - Parameter receive: Called first with the current frame and the waiting notices. It must not block.
    /// - Returns: The viewer. It has no events to read; `next()` returns `nil` when the session is closed.
    package func attach(calling receive: @escaping @Sendable (Viewer.Event) -> Void) throws -> Viewer {
        guard isOpen else { throw closedError }
        return viewer(Mailbox(frame, notices: takeNotices(), receive: receive))
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
        let key = ObjectIdentifier(mailbox)
        return Viewer(mailbox: mailbox) { [weak self] in Task { await self?.forgetViewer(key) } }
    }

    /// The number of attached viewers.
    public var viewerCount: Int { viewers.count }

    /// Removes the notices that wait for a first viewer, for a front end that shows them without attaching one.
    public func takeNotices() -> [Notice] {
        notices.take(at: elapsed())
    }

    private func forgetViewer(_ key: ObjectIdentifier) {
        viewers.detach(key)
    }
}

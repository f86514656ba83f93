extension Session {
    /// Attaches a viewer: it gets the current frame, the notices that wait, and then whatever comes.
    ///
    /// - Returns: The viewer; it detaches when it is let go.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/closed`` if the session is closed.
    public func attach() throws -> Viewer {
        try attach(keepingEveryFrame: false)
    }

    /// Attaches a viewer that sees every frame, however slowly it reads: for tests, its memory is not bounded.
    package func attachRecorder() throws -> Viewer {
        try attach(keepingEveryFrame: true)
    }

    private func attach(keepingEveryFrame keepsEveryFrame: Bool) throws -> Viewer {
        guard isOpen else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        let key = nextKey()
        let mailbox = Mailbox(frame, notices: takeNotices(), keepsEveryFrame: keepsEveryFrame)
        viewers[key] = mailbox
        return Viewer(mailbox: mailbox) { [weak self] in Task { await self?.forgetViewer(key) } }
    }

    /// How many viewers are attached.
    public var viewerCount: Int { viewers.count }

    /// Takes the notices that wait for a first viewer, for a front end that shows them without one.
    public func takeNotices() -> [Notice] {
        let now = elapsed()
        defer { waitingNotices = [] }
        return waitingNotices.filter { now < $0.deadline }.map(\.notice)
    }

    private func forgetViewer(_ key: Int) {
        viewers[key] = nil
    }
}

import FeatureKit

// Says that a session has ended, and shows its place in a new session.

extension PlainTalk {
    /// Reports that the session of the current page has ended, and asks whether to show its place in a new session.
    ///
    /// - Returns: The source of the new session, or `nil` to leave the page.
    /// - Throws: `Leaving` if the person leaves the program. On the first page, the failure itself if the launch has
    ///   failed or if the input ends.
    mutating func restarted(
        _ source: any ScreenSource, after failure: any Error, isFirst: Bool
    ) async throws -> (any ScreenSource)? {
        guard page.isOpened, view.catalogue.contains(where: { $0.id == page.manifest.id }) else {
            if isFirst { throw failure }
            try complain(InteractiveState.message(of: failure))
            return nil
        }
        if failure as? CommandLineError == .sessionLost {
            try say([StyledLine("The server has started anew. A new session shows this place.")])
            if let next = try anew(source, at: page.screen.address ?? source.options) { return next }
        }
        try complain(InteractiveState.message(of: failure))
        while true {
            guard let answer = try await ask("Type r to start it anew, q to \(wayOut)") else {
                if isFirst { throw failure }
                throw Leaving()
            }
            switch answer.lowercased() {
            case "r", "restart":
                if let next = try anew(source, at: page.screen.address ?? source.options) { return next }
            case "q", "quit", "exit", "back":
                if let visit = page.visits.popLast() {
                    page.firstRow = visit.firstRow
                    if let next = try anew(source, at: visit.address) { return next }
                } else if pages.count > 1 {
                    return nil
                } else {
                    throw Leaving()
                }
            default:
                try say([StyledLine("The session has ended, so only r and q are choices.", TextStyle(tone: .warning))])
            }
        }
    }

    /// Creates the source of the neighbour that the current page shows next, and prepares the page for it.
    ///
    /// - Returns: The source, or `nil` if the page stays at its place.
    mutating func neighbour(of source: any ScreenSource) throws -> (any ScreenSource)? {
        guard let link = page.beside else { return nil }
        page.beside = nil
        guard let next = try anew(source, at: link.options) else { return nil }
        let screen = page.screen
        page = PlainPage(source.manifest)
        page.screen.address = screen.address
        return next
    }

    /// Forgets the events of the current page's source that the page has not taken yet.
    mutating func forgetEvents() {
        let number = pages.count
        waiting = (waiting + inbox.takeNow()).filter { if case .source(number, _) = $0 { false } else { true } }
    }

    /// Creates the source of a new session, and prepares the page for it.
    ///
    /// - Returns: The source, or `nil` if the place cannot be shown. The person is told why.
    private mutating func anew(
        _ source: any ScreenSource, at options: [String: FieldValue]?
    ) throws -> (any ScreenSource)? {
        let options = options ?? [:]
        do {
            let next = try view.follow(FeatureLink(feature: source.manifest.id, options: options))
            page.screen.phase = .loading
            page.screen.address = options
            (page.revision, page.failure, page.told, page.offer) = (-1, nil, nil, nil)
            silentAction = nil
            return next
        } catch let error as FeatureError {
            try complain(error.message)
            return nil
        }
    }
}

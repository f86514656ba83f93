import FeatureKit

/// The feature of an ended session, and the options of the place that it showed.
///
/// With them, a page offers to start the feature again.
struct EndedSession: Sendable, Hashable {
    let feature: String
    fileprivate(set) var options: [String: FieldValue]
}

/// Remembers the most recently ended sessions.
///
/// The number of remembered sessions is at most twice ``limit``.
struct EndedSessions {
    /// The number of most recently ended sessions that are always remembered.
    ///
    /// When more than twice as many sessions are remembered, this number of the oldest sessions is forgotten.
    static let limit = 1_000

    private var sessions: [String: EndedSession] = [:]
    private var order: [String] = []

    subscript(id: String) -> EndedSession? { sessions[id] }

    mutating func remember(_ session: Session) {
        sessions[session.id] = EndedSession(feature: session.manifest.id, options: session.options.values)
        order.append(session.id)
        guard order.count > 2 * EndedSessions.limit else { return }
        for id in order.prefix(EndedSessions.limit) { sessions[id] = nil }
        order.removeFirst(EndedSessions.limit)
    }

    /// Sets the options of the place that an ended session showed.
    mutating func place(of id: String, is options: [String: FieldValue]) { sessions[id]?.options = options }
}

/// A screen at a moment of a session.
public struct Frame: Sendable, Hashable, Codable {
    /// The session's id.
    public var session: String
    /// The feature's id.
    public var feature: String
    /// Which frame of the session it is: 0 at first, growing with every change that became visible.
    public var revision: Int
    /// What is shown.
    public var screen: Screen

    /// Creates a frame.
    public init(session: String, feature: String, revision: Int, screen: Screen) {
        (self.session, self.feature, self.revision, self.screen) = (session, feature, revision, screen)
    }
}

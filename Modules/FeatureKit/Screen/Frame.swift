/// A screen of a session, with its revision.
public struct Frame: Sendable, Hashable, Decodable {
    /// The session's id.
    public var session: String
    /// The feature's id.
    public var feature: String
    /// The number of this frame in its session.
    ///
    /// The first frame has the number 0, and every visible change adds 1.
    public var revision: Int
    /// The screen that the feature shows.
    public var screen: Screen

    /// Creates a frame.
    public init(session: String, feature: String, revision: Int, screen: Screen) {
        (self.session, self.feature, self.revision, self.screen) = (session, feature, revision, screen)
    }
}

/// What an action brought about.
public struct Answer: Sendable, Hashable {
    /// The frame that shows the action's effect: its own, not that of what came after.
    public let frame: Frame
    /// The notices that the action caused, in order: the newest, up to ``Viewer/noticesLimit``.
    public let notices: [Notice]

    /// Creates an answer.
    public init(frame: Frame, notices: [Notice] = []) {
        (self.frame, self.notices) = (frame, notices)
    }
}

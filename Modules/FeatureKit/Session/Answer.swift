/// The result of an action.
public struct Answer: Sendable, Hashable {
    /// The frame that shows the effect of this action, and not of any later one.
    public let frame: Frame
    /// The newest notices that the action has announced, in order, up to ``Viewer/noticesLimit``.
    public let notices: [Notice]

    /// Creates an answer.
    public init(frame: Frame, notices: [Notice] = []) {
        (self.frame, self.notices) = (frame, notices)
    }
}

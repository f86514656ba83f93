/// The result of an action.
public struct Answer: Sendable, Hashable {
    /// The frame that shows the effect of this action.
    ///
    /// It never shows the effect of a later action.
    public let frame: Frame
    /// The newest notices that the action announced, in order, at most ``Viewer/noticesLimit``.
    public let notices: [Notice]

    /// The place to which the action sends its caller; `nil` if the caller stays at its place.
    public let opens: FeatureLink?

    /// Creates an answer.
    public init(frame: Frame, notices: [Notice] = [], opens: FeatureLink? = nil) {
        (self.frame, self.notices, self.opens) = (frame, notices, opens)
    }
}

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

    /// The number of the change that the action has made; `nil` if it has changed no record.
    ///
    /// An action with a field of the role ``FieldDescription/Role/change`` takes it back.
    public let change: Int?

    /// Creates an answer.
    public init(frame: Frame, notices: [Notice] = [], opens: FeatureLink? = nil, change: Int? = nil) {
        (self.frame, self.notices, self.opens, self.change) = (frame, notices, opens, change)
    }
}

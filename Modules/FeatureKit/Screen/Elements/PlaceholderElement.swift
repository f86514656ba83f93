/// A text in place of content that is not there: the empty view.
public struct PlaceholderElement: Sendable, Hashable, Codable {
    /// The element's key.
    public var id: String
    /// The text.
    public var text: String
}

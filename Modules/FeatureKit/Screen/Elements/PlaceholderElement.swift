/// A text that replaces missing content, such as "No dogs yet".
public struct PlaceholderElement: Sendable, Hashable, Decodable {
    /// The element's id.
    public var id: String
    /// The text.
    public var text: String
}

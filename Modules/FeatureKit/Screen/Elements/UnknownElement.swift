/// A decoded element whose kind this version does not know.
///
/// Front ends show the element's text or title, and the elements inside it.
public struct UnknownElement: Sendable, Hashable, Decodable {
    /// The element's id; empty if the wire format has no id.
    public var id: String
    /// The unknown kind.
    public var kind: String
    /// The element's text; `nil` if the wire format has none.
    public var text: String?
    /// The element's title; `nil` if the wire format has none.
    public var title: String?
    /// The elements inside this element; empty if they cannot be decoded.
    public var elements: [Element]

    /// The text that front ends show: the element's text, or its title if it has no text.
    package var shownText: String? { text ?? title }

    private enum CodingKeys: CodingKey { case id, kind, text, title, elements }

    /// Decodes the value from its wire format.
    ///
    /// Any object with a `kind` is accepted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        id = (try? container.decode(String.self, forKey: .id)) ?? ""
        text = try? container.decode(String.self, forKey: .text)
        title = try? container.decode(String.self, forKey: .title)
        elements = (try? container.decode([Element].self, forKey: .elements)) ?? []
    }
}

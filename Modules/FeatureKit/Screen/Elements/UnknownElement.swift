/// An element of a kind that this version does not know.
///
/// Front ends show its text or its title, and the elements in it.
public struct UnknownElement: Sendable, Hashable, Codable {
    /// The element's key; empty if it had none.
    public var id: String
    /// The unknown kind.
    public var kind: String
    /// The element's text, if it had one.
    public var text: String?
    /// The element's title, if it had one.
    public var title: String?
    /// The elements in it that could be read.
    public var elements: [Element]

    /// The text to show: the element's text, else its title.
    package var shownText: String? { text ?? title }

    private enum CodingKeys: CodingKey { case id, kind, text, title, elements }

    /// Reads the value from its wire format: any object with a kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        id = (try? container.decode(String.self, forKey: .id)) ?? ""
        text = try? container.decode(String.self, forKey: .text)
        title = try? container.decode(String.self, forKey: .title)
        elements = (try? container.decode([Element].self, forKey: .elements)) ?? []
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(text, forKey: .text)
        try container.encodeIfPresent(title, forKey: .title)
        if !elements.isEmpty { try container.encode(elements, forKey: .elements) }
    }
}

/// A group of elements on a screen.
///
/// A section may hold sections, two deep at the most.
public struct SectionElement: Sendable, Hashable {
    /// How the elements of a section stand to each other.
    public enum Layout: String, Sendable, Hashable, Codable, CaseIterable {
        /// Below each other.
        case stack
        /// Side by side where there is room.
        case columns
        /// Each as a tab, titled by the section in it. Which tab is open is the viewer's own choice.
        case tabs
        /// Below each other, behind the section's title until a viewer opens it.
        case folded

        /// Reads the value from its wire format; an unknown text reads as ``stack``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .stack) }
    }

    /// How deep sections may be nested.
    public static let depthLimit = 2

    /// The element's key.
    public var id: String
    /// The heading, if there is one.
    public var title: String?
    /// How the elements stand to each other.
    public var layout: Layout
    /// The elements, in reading order.
    public var elements: [Element]
    /// The actions of the section as a whole.
    public var buttons: [Button]
}

extension SectionElement: Codable {
    private enum CodingKeys: CodingKey { case id, title, layout, elements, buttons }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? .stack
        elements = try container.decode([Element].self, forKey: .elements)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons) ?? []
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(layout, forKey: .layout)
        try container.encode(elements, forKey: .elements)
        if !buttons.isEmpty { try container.encode(buttons, forKey: .buttons) }
    }
}

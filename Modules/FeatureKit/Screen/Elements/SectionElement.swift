/// A group of elements on a screen.
///
/// A section may contain sections. There are at most two levels of sections.
public struct SectionElement: Sendable, Hashable {
    /// The arrangement of the elements in a section.
    public enum Layout: String, Sendable, Hashable, Decodable, CaseIterable {
        /// The elements are in one column.
        case stack
        /// The elements are side by side if there is enough space.
        case columns
        /// Each element is a tab.
        ///
        /// The tab's title is the title of the section inside. Each viewer chooses its open tab.
        case tabs
        /// The elements are in one column and hidden at first.
        ///
        /// A viewer first sees only the section's title, and can unfold the section.
        case folded

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``stack``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .stack) }
    }

    /// The greatest number of levels of nested sections.
    public static let depthLimit = 2

    /// The element's id.
    public var id: String
    /// The heading; `nil` if the section has no heading.
    public var title: String?
    /// The arrangement of the elements.
    public var layout: Layout
    /// The elements, in reading order.
    public var elements: [Element]
    /// The buttons of the section itself, without the buttons of its elements.
    public var buttons: [Button]
}

extension SectionElement: Decodable {
    private enum CodingKeys: CodingKey { case id, title, layout, elements, buttons }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? .stack
        elements = try container.decode([Element].self, forKey: .elements)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons) ?? []
    }
}

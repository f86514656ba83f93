/// Labels and values on a screen.
public struct FieldsElement: Sendable, Hashable {
    /// How labels and values are set.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// A label and a value a line.
        case table
        /// Large figures side by side, each over its label.
        case stats

        /// Reads the value from its wire format; an unknown text reads as ``table``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .table) }
    }

    /// One label and its value.
    public struct Item: Sendable, Hashable, Codable {
        /// The name of the value.
        public var label: String
        /// The value, as people read it.
        ///
        /// Line breaks are kept.
        public var value: String
        /// The value's mood; `nil` for none of its own.
        public var tone: Tone?
        /// A remark beside the value.
        public var detail: String?
        /// The place that shows more of the value.
        public var opens: FeatureLink?

        /// Creates an item.
        public init(
            label: String, value: String, tone: Tone? = nil, detail: String? = nil, opens: FeatureLink? = nil
        ) {
            (self.label, self.value, self.tone, self.detail, self.opens) = (label, value, tone, detail, opens)
        }
    }

    /// The element's key.
    public var id: String
    /// The labels and values, in order.
    public var items: [Item]
    /// How they are set.
    public var style: Style
}

extension FieldsElement: Codable {
    private enum CodingKeys: CodingKey { case id, items, style }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        items = try container.decode([Item].self, forKey: .items)
        style = try container.decodeIfPresent(Style.self, forKey: .style) ?? .table
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(items, forKey: .items)
        if style != .table { try container.encode(style, forKey: .style) }
    }
}

/// An element that shows labels with values.
public struct FieldsElement: Sendable, Hashable {
    /// The layout of the labels and values.
    public enum Style: String, Sendable, Hashable, Decodable, CaseIterable {
        /// A table with one label and its value in each line.
        case table
        /// Large values side by side, each above its label.
        case stats

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``table``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .table) }
    }

    /// One label and its value.
    public struct Item: Sendable, Hashable, Decodable {
        /// The text that names the value.
        public var label: String
        /// The value as text for people.
        ///
        /// Front ends keep its line breaks.
        public var value: String
        /// The value's tone; `nil` if the value has no tone.
        public var tone: Tone?
        /// A remark beside the value.
        public var detail: String?
        /// A link to a feature that shows more about the value.
        public var opens: FeatureLink?
        /// Numbers that led to the value, the oldest first, which front ends draw as a short line; `nil` for no line.
        ///
        /// There are 2 to ``trendLimit`` of them, all finite. The line has no axis; it begins at zero, or at the least
        /// number if that is negative.
        ///
        /// ```swift
        /// let item = FieldsElement.Item(label: "Incidents today", value: "9", trend: [4, 6, 3, 9])
        /// ```
        public var trend: [Double]?

        /// The maximum number of numbers in a trend.
        public static let trendLimit = 60

        /// Creates an item.
        public init(
            label: String, value: String, tone: Tone? = nil, detail: String? = nil, opens: FeatureLink? = nil,
            trend: [Double]? = nil
        ) {
            (self.label, self.value, self.tone, self.detail, self.opens) = (label, value, tone, detail, opens)
            self.trend = trend
        }

        /// The mistake in the trend of a view; `nil` if there is none.
        var fault: String? {
            guard let trend else { return nil }
            if !(2...Self.trendLimit).contains(trend.count) {
                return "the trend of '\(label)' has \(trend.count) numbers; expected 2 to \(Self.trendLimit)"
            }
            return trend.first { !$0.isFinite }.map {
                "the trend of '\(label)' contains \($0); expected finite numbers"
            }
        }
    }

    /// The element's id.
    public var id: String
    /// The labels and values, in order.
    public var items: [Item]
    /// The layout of the labels and values.
    public var style: Style
}

extension FieldsElement: Decodable {
    private enum CodingKeys: CodingKey { case id, items, style }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        items = try container.decode([Item].self, forKey: .items)
        style = try container.decodeIfPresent(Style.self, forKey: .style) ?? .table
    }
}

/// One row of a list.
public struct Row: Sendable, Hashable, Identifiable {
    /// The row's id.
    ///
    /// The id is unique in its list, and stays the same as long as the row shows the same thing.
    public var id: String
    /// The main text of the row.
    public var title: String
    /// The second text of the row; `nil` if there is none.
    public var detail: String?
    /// The raw values of the row, by name.
    ///
    /// Programs and the columns of the list use them.
    public var values: [String: FieldValue]
    /// The texts of cells, by the name of the column.
    ///
    /// If a column has no text here, it shows the row's value that has the column's name.
    public var cells: [String: String]
    /// The buttons of this row.
    public var buttons: [Button]
    /// A link to a feature that shows more about this row.
    public var opens: FeatureLink?
    // The last member, because it has one byte. Unused bytes between members can differ in equal rows, which
    // `comparingBytes` would then miss.
    /// The row's tone; `nil` if the row has no tone.
    public var tone: Tone?

    /// Creates a row.
    public init(
        id: String, title: String, detail: String? = nil, values: [String: FieldValue] = [:],
        cells: [String: String] = [:], tone: Tone? = nil, buttons: [Button] = [], opens: FeatureLink? = nil
    ) {
        (self.id, self.title, self.detail, self.values, self.cells) = (id, title, detail, values, cells)
        (self.tone, self.buttons, self.opens) = (tone, buttons, opens)
    }
}

extension Row: Decodable {
    private enum CodingKeys: CodingKey { case id, title, detail, values, cells, tone, buttons, opens }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        values = try container.decodeIfPresent([String: FieldValue].self, forKey: .values) ?? [:]
        cells = try container.decodeIfPresent([String: String].self, forKey: .cells) ?? [:]
        tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons) ?? []
        opens = try container.decodeIfPresent(FeatureLink.self, forKey: .opens)
    }
}

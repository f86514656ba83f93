extension ScreenDiff {
    /// The position at which elements or rows are inserted, or to which they move.
    package enum Place: Sendable, Hashable {
        /// Before all other items.
        case start
        /// After all other items.
        case end
        /// After the item with this id.
        case after(String)
    }
}

extension ScreenDiff.Place: Decodable {
    private enum CodingKeys: CodingKey { case after, at }
    private enum Name: String, Decodable { case end }

    /// Decodes the value from the members of an edit.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(String.self, forKey: .after) {
            self = .after(id)
        } else {
            self = try container.decodeIfPresent(Name.self, forKey: .at) == .end ? .end : .start
        }
    }
}

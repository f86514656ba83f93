extension ScreenDiff {
    /// The place of new or moved elements or rows.
    package enum Place: Sendable, Hashable {
        /// Before all others.
        case start
        /// After all others.
        case end
        /// After the one of this id.
        case after(String)
    }
}

extension ScreenDiff.Place: Codable {
    private enum CodingKeys: CodingKey { case after, at }
    private enum Name: String, Codable { case end }

    /// Reads the value from the members of an edit.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(String.self, forKey: .after) {
            self = .after(id)
        } else {
            self = try container.decodeIfPresent(Name.self, forKey: .at) == .end ? .end : .start
        }
    }

    /// Writes the value as members of an edit.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .start: break
        case .end: try container.encode(Name.end, forKey: .at)
        case .after(let id): try container.encode(id, forKey: .after)
        }
    }
}

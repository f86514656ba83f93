extension ScreenDiff {
    /// What happens to a list; ``ScreenDiff`` tells what each does.
    package enum ListEdit: Sendable, Hashable {
        /// These rows take the place of all there are.
        case all([Row])
        /// The rows of these ids go away.
        case remove([String])
        /// These come in somewhere.
        case insert([Row], at: Place)
        /// These come in, each told by how it differs from the row before it.
        case alike([AlikeRow], at: Place)
        /// These leave their places and come, in this order, elsewhere.
        case move([String], at: Place)
        /// A row's properties change.
        case set(RowChange)
        /// The columns change.
        case columns([ListElement.Column]?)
        /// The button for more rows changes.
        case more(Button?)
    }
}

extension ScreenDiff.ListEdit: Codable {
    private enum CodingKeys: CodingKey { case all, remove, insert, alike, move, set, columns, more }

    /// Reads the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try container.onlyKey() {
            case .remove: .remove(try container.decode([String].self, forKey: .remove))
            case .insert:
                .insert(try container.decode([Row].self, forKey: .insert), at: try ScreenDiff.Place(from: decoder))
            case .alike:
                .alike(
                    try container.decode([ScreenDiff.AlikeRow].self, forKey: .alike),
                    at: try ScreenDiff.Place(from: decoder))
            case .move:
                .move(try container.decode([String].self, forKey: .move), at: try ScreenDiff.Place(from: decoder))
            case .set: .set(try ScreenDiff.RowChange(from: decoder))
            case .columns: .columns(try container.decode([ListElement.Column]?.self, forKey: .columns))
            case .more: .more(try container.decode(Button?.self, forKey: .more))
            case .all: .all(try container.decode([Row].self, forKey: .all))
            }
    }

    /// Writes the value in its wire format.
    package func encode(to encoder: any Encoder) throws {
        if case .set(let change) = self { return try change.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .all(let rows): try container.encode(rows, forKey: .all)
        case .remove(let ids): try container.encode(ids, forKey: .remove)
        case .insert(let rows, let place):
            try container.encode(rows, forKey: .insert)
            try place.encode(to: encoder)
        case .alike(let rows, let place):
            try container.encode(rows, forKey: .alike)
            try place.encode(to: encoder)
        case .move(let ids, let place):
            try container.encode(ids, forKey: .move)
            try place.encode(to: encoder)
        case .set: break
        case .columns(let columns): try container.encode(columns, forKey: .columns)
        case .more(let button): try container.encode(button, forKey: .more)
        }
    }
}

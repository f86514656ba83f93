extension ScreenDiff {
    /// An edit of a list.
    ///
    /// ``ScreenDiff`` documents the wire format of each edit.
    package enum ListEdit: Sendable, Hashable {
        /// Replaces all rows.
        case all([Row])
        /// Removes the rows with these ids.
        case remove([String])
        /// Inserts rows at a position.
        case insert([Row], at: Place)
        /// Inserts rows at a position.
        ///
        /// Each row is described by its differences from the row before it.
        case alike([AlikeRow], at: Place)
        /// Moves the rows with these ids to a position, in the given order.
        case move([String], at: Place)
        /// Changes the properties of a row.
        case set(RowChange)
        /// Changes the columns.
        case columns([ListElement.Column]?)
        /// Changes the button that loads more rows.
        case more(Button?)
        /// Changes the total number of rows.
        case total(ListElement.Total?)
        /// Changes the name of the action that selects a row.
        case select(String?)
        /// Changes the id of the selected row.
        case selected(String?)
        /// Changes the text that an empty list shows.
        case hint(String?)
    }
}

extension ScreenDiff.ListEdit: Decodable {
    private enum CodingKeys: CodingKey {
        case all, remove, insert, alike, move, set, columns, more, total, select, selected, hint
    }

    /// Decodes the value from its wire format.
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
            case .total: .total(try container.decode(ListElement.Total?.self, forKey: .total))
            case .select: .select(try container.decode(String?.self, forKey: .select))
            case .selected: .selected(try container.decode(String?.self, forKey: .selected))
            case .hint: .hint(try container.decode(String?.self, forKey: .hint))
            case .all: .all(try container.decode([Row].self, forKey: .all))
            }
    }
}

extension ScreenDiff {
    /// An edit of items that have ids: the elements of a screen or a section, or the shapes of a drawing.
    ///
    /// ``ScreenDiff`` documents the wire format of each edit.
    package enum Edit<Item: Identifiable & Hashable & Sendable>: Sendable, Hashable where Item.ID == String {
        /// Replaces all items.
        case all([Item])
        /// Removes the items with these ids.
        case remove([String])
        /// Inserts items at a position.
        case insert([Item], at: Place)
        /// Moves the items with these ids to a position, in the given order.
        case move([String], at: Place)
        /// Replaces the old item that has the same id as this item.
        case set(Item)

        /// Whether the edit replaces all items.
        package var replacesAll: Bool { if case .all = self { true } else { false } }
    }

    /// An edit of the elements of a screen or a section.
    package typealias ElementEdit = Edit<Element>
    /// An edit of the shapes of a drawing.
    package typealias ShapeEdit = Edit<DrawingElement.Shape>
}

extension ScreenDiff.Edit: Decodable where Item: Decodable {
    private enum CodingKeys: CodingKey { case all, remove, insert, move, set }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try container.onlyKey() {
            case .remove: .remove(try container.decode([String].self, forKey: .remove))
            case .insert:
                .insert(try container.decode([Item].self, forKey: .insert), at: try ScreenDiff.Place(from: decoder))
            case .move:
                .move(try container.decode([String].self, forKey: .move), at: try ScreenDiff.Place(from: decoder))
            case .set: .set(try container.decode(Item.self, forKey: .set))
            case .all: .all(try container.decode([Item].self, forKey: .all))
            }
    }
}

extension KeyedDecodingContainer {
    /// Returns the single key of an edit's object.
    ///
    /// The key names the kind of edit.
    func onlyKey() throws -> Key {
        guard let key = allKeys.first, allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "expected one edit, got \(allKeys.count)"))
        }
        return key
    }
}

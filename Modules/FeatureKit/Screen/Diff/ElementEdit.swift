extension ScreenDiff {
    /// An edit of the elements of a screen or a section.
    ///
    /// ``ScreenDiff`` documents the wire format of each edit.
    package enum ElementEdit: Sendable, Hashable {
        /// Replaces all elements.
        case all([Element])
        /// Removes the elements with these ids.
        case remove([String])
        /// Inserts elements at a position.
        case insert([Element], at: Place)
        /// Moves the elements with these ids to a position, in the given order.
        case move([String], at: Place)
        /// Replaces the old element that has the same id as this element.
        case set(Element)
    }
}

extension ScreenDiff.ElementEdit: Decodable {
    private enum CodingKeys: CodingKey { case all, remove, insert, move, set }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try container.onlyKey() {
            case .remove: .remove(try container.decode([String].self, forKey: .remove))
            case .insert:
                .insert(try container.decode([Element].self, forKey: .insert), at: try ScreenDiff.Place(from: decoder))
            case .move:
                .move(try container.decode([String].self, forKey: .move), at: try ScreenDiff.Place(from: decoder))
            case .set: .set(try container.decode(Element.self, forKey: .set))
            case .all: .all(try container.decode([Element].self, forKey: .all))
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

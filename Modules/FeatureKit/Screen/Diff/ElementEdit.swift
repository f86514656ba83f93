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

extension ScreenDiff.ElementEdit: Codable {
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

    /// Encodes the value in its wire format.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .all(let elements): try container.encode(elements, forKey: .all)
        case .remove(let ids): try container.encode(ids, forKey: .remove)
        case .insert(let elements, let place):
            try container.encode(elements, forKey: .insert)
            try place.encode(to: encoder)
        case .move(let ids, let place):
            try container.encode(ids, forKey: .move)
            try place.encode(to: encoder)
        case .set(let element): try container.encode(element, forKey: .set)
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

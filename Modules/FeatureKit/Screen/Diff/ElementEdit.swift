extension ScreenDiff {
    /// What happens to elements of a screen; ``ScreenDiff`` tells what each does.
    package enum ElementEdit: Sendable, Hashable {
        /// These take the place of all there are.
        case all([Element])
        /// The elements of these ids go away.
        case remove([String])
        /// These come in after another; after `nil`, at the start.
        case insert([Element], after: String?)
        /// These leave their places and come, in this order, after another; after `nil`, at the start.
        case move([String], after: String?)
        /// This takes the place of the one with its id.
        case set(Element)
    }
}

extension ScreenDiff.ElementEdit: Codable {
    private enum CodingKeys: CodingKey { case all, remove, insert, move, set, after }

    /// Reads the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let after = try container.decodeIfPresent(String.self, forKey: .after)
        self =
            switch try container.onlyKey(but: .after) {
            case .remove: .remove(try container.decode([String].self, forKey: .remove))
            case .insert: .insert(try container.decode([Element].self, forKey: .insert), after: after)
            case .move: .move(try container.decode([String].self, forKey: .move), after: after)
            case .set: .set(try container.decode(Element.self, forKey: .set))
            case .all, .after: .all(try container.decode([Element].self, forKey: .all))
            }
    }

    /// Writes the value in its wire format.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .all(let elements): try container.encode(elements, forKey: .all)
        case .remove(let ids): try container.encode(ids, forKey: .remove)
        case .insert(let elements, let after):
            try container.encode(elements, forKey: .insert)
            try container.encodeIfPresent(after, forKey: .after)
        case .move(let ids, let after):
            try container.encode(ids, forKey: .move)
            try container.encodeIfPresent(after, forKey: .after)
        case .set(let element): try container.encode(element, forKey: .set)
        }
    }
}

extension KeyedDecodingContainer where Key: Equatable {
    /// The one key that says which edit it is.
    func onlyKey(but other: Key) throws -> Key {
        let verbs = allKeys.filter { $0 != other }
        guard verbs.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "expected one edit, found \(verbs.count)"))
        }
        return verbs[0]
    }
}

extension ScreenDiff {
    /// A changed item of a fields element.
    package struct ItemEdit: Sendable, Hashable, Decodable {
        /// The item's index.
        ///
        /// The first item has the index 0.
        package var at: Int
        /// The new item.
        package var item: FieldsElement.Item

        /// Compares two elements.
        ///
        /// Returns `nil` if their styles or their numbers of items differ.
        static func edits(from old: FieldsElement, to new: FieldsElement) -> [ItemEdit]? {
            guard old.style == new.style, old.items.count == new.items.count else { return nil }
            return new.items.indices.filter { old.items[$0] != new.items[$0] }
                .map { ItemEdit(at: $0, item: new.items[$0]) }
        }
    }
}

extension FieldsElement {
    mutating func apply(_ edits: [ScreenDiff.ItemEdit]) throws {
        for edit in edits {
            guard items.indices.contains(edit.at) else { throw ScreenDiff.Mismatch.missing("\(id)[\(edit.at)]") }
            items[edit.at] = edit.item
        }
    }
}

extension ScreenDiff {
    /// One item of a fields element that changes.
    package struct ItemEdit: Sendable, Hashable, Codable {
        /// The item's place, from 0.
        package var at: Int
        /// The new item.
        package var item: FieldsElement.Item

        /// Compares two elements; `nil` if they differ in more than single items.
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

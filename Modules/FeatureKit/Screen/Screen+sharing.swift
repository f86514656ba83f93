// Lets the equal rows of two frames share their storage.

extension Screen {
    /// Replaces each row that equals a row of an earlier screen by that row.
    ///
    /// A view draws all rows anew. Every client's difference between two frames compares all rows, and rows with the same
    /// storage are compared in far less time than rows with the same content. The replacement compares the rows once for
    /// all clients.
    ///
    /// Only rows that are in the same place of their list are compared, counted from the start or from the end.
    package mutating func shareRows(with old: Screen) { Self.shareRows(of: &elements, with: old.elements) }

    private static func shareRows(of elements: inout [Element], with old: [Element]) {
        elements.forEachPair(with: old) { elements, new, earlier in
            switch (elements[new], old[earlier]) {
            case (.list(var list), .list(let before)):
                list.shareRows(with: before)
                elements[new] = .list(list)
            case (.section(var section), .section(let before)):
                shareRows(of: &section.elements, with: before.elements)
                elements[new] = .section(section)
            default: break
            }
        }
    }
}

extension ListElement {
    fileprivate mutating func shareRows(with old: ListElement) {
        var count = 0
        rows.forEachPair(with: old.rows) { rows, new, earlier in
            guard rows[new] == old.rows[earlier] else { return }
            rows[new] = old.rows[earlier]
            count += 1
        }
        if count == rows.count, count == old.rows.count { rows = old.rows }
    }
}

extension Array where Element: Identifiable, Element.ID == String {
    /// Visits the items that have the same place in another array: the longest beginning and the longest end of both
    /// arrays with the same ids.
    ///
    /// - Parameters:
    ///   - other: The other array.
    ///   - body: Receives this array, and the index of an item in this array and in the other array.
    fileprivate mutating func forEachPair(with other: [Element], _ body: (inout [Element], Int, Int) -> Void) {
        let shorter = Swift.min(count, other.count)
        var (prefix, suffix) = (0, 0)
        while prefix < shorter, self[prefix].id == other[prefix].id {
            body(&self, prefix, prefix)
            prefix += 1
        }
        while suffix < shorter - prefix, self[count - 1 - suffix].id == other[other.count - 1 - suffix].id {
            body(&self, count - 1 - suffix, other.count - 1 - suffix)
            suffix += 1
        }
    }
}

import FeatureKit

/// Selects the rows of a list that match a query.
///
/// Each word of the query must occur in the shown text of the row. This is the row's title and detail, or its values in
/// the list's columns. The filter ignores case and reads the bytes of the rows once.
struct RowFilter: Sendable {
    private let words: [Word]

    struct Word: Sendable {
        let bytes: [UInt8]
        /// The word in lower case; `nil` if comparing bytes is enough.
        let text: String?
    }

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map { word in
            let word = String(word)
            // Comparing bytes ignores the case of ASCII letters only. It is also enough for letters that have no case.
            let isSimple = word.allSatisfy { $0.isASCII || $0.lowercased() == $0.uppercased() }
            return Word(bytes: Array(word.utf8), text: isSimple ? nil : word)
        }
    }

    /// The indices of the matching rows, in order.
    ///
    /// - Parameter candidates: The indices of the rows to search, or `nil` to search all rows.
    func indices(in list: ListElement, among candidates: [Int]?) -> [Int] {
        let columns = list.columns
        // Read the rows in the buffer without copying: copying a row takes longer than matching it.
        return list.rows.withUnsafeBufferPointer { rows in
            guard let candidates else { return rows.indices.filter { fits(rows, $0, columns) } }
            return candidates.filter { fits(rows, $0, columns) }
        }
    }

    private func fits(_ rows: UnsafeBufferPointer<Row>, _ index: Int, _ columns: [ListElement.Column]?) -> Bool {
        for word in words {
            guard let columns else {
                if word.isIn(rows[index].title) || word.isIn(rows[index].detail ?? "") { continue }
                return false
            }
            let values = columns.lazy.map { $0.text(of: rows[index]) }
            if !values.contains(where: word.isIn) { return false }
        }
        return true
    }
}

extension RowFilter.Word {
    fileprivate func isIn(_ text: String) -> Bool {
        if let word = self.text { return text.lowercased().contains(word) }
        return text.utf8.withContiguousStorageIfAvailable(isIn) ?? Array(text.utf8).withUnsafeBufferPointer(isIn)
    }

    private func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { wanted in
            guard let first = wanted.first, text.count >= wanted.count else { return wanted.isEmpty }
            for start in 0...text.count - wanted.count where text[start].lowercased == first {
                var count = 1
                while count < wanted.count, text[start + count].lowercased == wanted[count] { count += 1 }
                if count == wanted.count { return true }
            }
            return false
        }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

import FeatureKit

/// Which rows of a list fit what somebody types to narrow it.
///
/// Every word must stand somewhere in what a row shows (title and detail, or the values of the list's columns), upper and
/// lower case being the same. Cost is that of reading the rows' bytes once.
struct RowFilter: Sendable {
    private let words: [Word]

    struct Word: Sendable {
        let bytes: [UInt8]
        /// Its text in lower case, where comparing bytes would not do.
        let text: String?
    }

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map { word in
            let word = String(word)
            // Letters of most scripts have one case; of those that have two, only ASCII is folded byte by byte.
            let isSimple = word.allSatisfy { $0.isASCII || $0.lowercased() == $0.uppercased() }
            return Word(bytes: Array(word.utf8), text: isSimple ? nil : word)
        }
    }

    /// The indices of the rows that fit, in order.
    ///
    /// - Parameter candidates: The only ones that can fit, if that is known.
    func indices(in list: ListElement, among candidates: [Int]?) -> [Int] {
        let columns = list.columns?.map(\.name)
        // In place: to copy a row for a look at it takes longer than the look.
        return list.rows.withUnsafeBufferPointer { rows in
            guard let candidates else { return rows.indices.filter { fits(rows, $0, columns) } }
            return candidates.filter { fits(rows, $0, columns) }
        }
    }

    private func fits(_ rows: UnsafeBufferPointer<Row>, _ index: Int, _ columns: [String]?) -> Bool {
        for word in words {
            guard let columns else {
                if word.isIn(rows[index].title) || word.isIn(rows[index].detail ?? "") { continue }
                return false
            }
            let values = columns.lazy.compactMap { rows[index].values[$0]?.description }
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

import FeatureKit

/// Which rows of a list fit what somebody types to narrow it.
///
/// Every word must stand somewhere in a row's title, detail or values, upper and lower case being the same. Cost is that of
/// reading the rows' bytes once.
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
    func indices(in rows: [Row], among candidates: [Int]?) -> [Int] {
        guard let candidates else { return rows.indices.filter { fits(rows[$0]) } }
        return candidates.filter { fits(rows[$0]) }
    }

    private func fits(_ row: Row) -> Bool {
        words.allSatisfy { word in
            word.isIn(row.title) || row.detail.map(word.isIn) ?? false
                || row.values.values.contains { value in
                    if case .boolean = value { return false }
                    return word.isIn(value.description)
                }
        }
    }
}

extension RowFilter.Word {
    fileprivate func isIn(_ text: String) -> Bool {
        if let word = self.text { return text.lowercased().contains(word) }
        return text.utf8.withContiguousStorageIfAvailable(isIn) ?? isIn(Array(text.utf8))
    }

    private func isIn(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        guard text.count >= bytes.count else { return false }
        var start = text.startIndex
        let last = text.index(text.endIndex, offsetBy: -bytes.count)
        while start <= last {
            var index = start
            var count = 0
            while count < bytes.count, text[index].lowercased == bytes[count] {
                count += 1
                index = text.index(after: index)
            }
            if count == bytes.count { return true }
            start = text.index(after: start)
        }
        return false
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

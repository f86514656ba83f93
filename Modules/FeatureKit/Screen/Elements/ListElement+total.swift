extension ListElement {
    /// The shown rows and the total number of rows, such as "1–50 of 503"; `nil` if the total is unknown.
    package var extent: String? { extent(of: 0..<rows.count) }

    /// Returns the words for a range of the list's rows and the total number of rows; `nil` if the total is unknown.
    package func extent(of range: Range<Int>) -> String? {
        total.map { total in
            let shown =
                switch range.count {
                case 0: "0"
                case 1: (range.lowerBound + 1).grouped
                default: "\((range.lowerBound + 1).grouped)–\(range.upperBound.grouped)"
                }
            return "\(shown) of \(total.words)"
        }
    }
}

extension ListElement.Total {
    /// The number in words for people, such as "503" or "at least 10,000".
    package var words: String { (exact ? "" : "at least ") + count.grouped }
}

extension Int {
    /// The number with commas between groups of three digits.
    package var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}

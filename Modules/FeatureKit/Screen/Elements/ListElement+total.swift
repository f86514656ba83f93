extension ListElement {
    /// The shown rows and the total number of rows, such as "1–50 of 503"; `nil` if the total is unknown.
    package var extent: String? { extent(of: 0..<rows.count) }

    /// Returns the words for a range of the list's rows and the total number of rows; `nil` if the total is unknown.
    package func extent(of range: Range<Int>) -> String? {
        total.map { "\(numbers(of: range)) of \($0.words)" }
    }

    /// Returns the numbers of a range of the list's rows, such as "1–50".
    ///
    /// Rows that stand apart have no known numbers, so they are counted: "1–50 and 1 new".
    package func numbers(of range: Range<Int>) -> String {
        guard !range.isEmpty else { return "0" }
        let numbered = range.clamped(to: 0..<max(0, rows.count - (total?.apart ?? 0)))
        let numbers: String? =
            switch numbered.count {
            case 0: nil
            case 1: numbered.upperBound.grouped
            default: "\((numbered.lowerBound + 1).grouped)–\(numbered.upperBound.grouped)"
            }
        let new = numbered.count < range.count ? "\((range.count - numbered.count).grouped) new" : nil
        return [numbers, new].compactMap(\.self).joined(separator: " and ")
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

extension CellBuffer {
    /// The characters as readable text.
    ///
    /// Each line is between two bars.
    package var characters: String {
        (0..<height).map { "|\(text(line: $0))|\n" }.joined()
    }

    /// The characters as readable text, then the style of each cell as a letter, then a legend of the styles.
    package var picture: String {
        var letters: [CellStyle: Character] = [.plain: "."]
        var legend: [String] = []
        var styles = ""
        for line in 0..<height {
            styles += "|"
            for column in 0..<width {
                let style = self[column, line].style
                if letters[style] == nil {
                    let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(legend.count)))
                    letters[style] = letter
                    legend.append("\(letter) = \(style.words)")
                }
                styles.append(letters[style] ?? "?")
            }
            styles += "|\n"
        }
        let cursor = self.cursor.map { "cursor at column \($0.column), line \($0.line)" } ?? "no cursor"
        return "\(characters)\n\(styles)\n\(legend.joined(separator: "\n"))\n\(cursor)\n"
    }
}

extension CellStyle {
    /// The style in words, for the legend.
    fileprivate var words: String {
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        // Encode one cell in this style for a terminal, and read the codes of the colours from the encoded bytes.
        var cell = CellBuffer(width: 1, height: 1)
        cell.write("x", column: 0, line: 0, style: CellStyle(foreground, on: background))
        let bytes = String(decoding: cell.bytes(from: CellBuffer(width: 1, height: 1), depth: .full), as: UTF8.self)
        let codes = bytes.drop { $0 != "m" || !bytes.contains(";") }.isEmpty ? "" : Self.codes(in: bytes)
        return (names.filter { attributes.contains($0.0) }.map(\.1) + (codes.isEmpty ? [] : [codes])).joined(
            separator: " ")
    }

    /// Returns the SGR parameters in bytes that set one style.
    private static func codes(in bytes: String) -> String {
        guard let start = bytes.range(of: "\u{1B}[0;"), let end = bytes[start.upperBound...].firstIndex(of: "m") else {
            return ""
        }
        return String(bytes[start.upperBound..<end])
    }
}

extension String {
    /// Returns the first range of the given text in this text.
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}

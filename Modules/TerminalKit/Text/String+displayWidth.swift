extension StringProtocol {
    /// The number of cells that the text occupies on a terminal.
    ///
    /// Wide and full-width characters (UAX #11) and emoji occupy two cells. Characters of ambiguous width occupy one
    /// cell, as outside East Asian locales. Marks and joiners occupy no cell. Control characters count as zero cells;
    /// replace them with `madeVisible` first.
    package var displayWidth: Int { measure(self) }
}

extension String {
    /// The number of cells that the text occupies on a terminal.
    ///
    /// From other modules, it is several times as fast as the generic property of `StringProtocol`.
    package var displayWidth: Int { measure(self) }
}

private func measure(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + $1.displayWidth }
}

extension Character {
    /// The number of cells that the character occupies on a terminal: 0, 1 or 2.
    ///
    /// A character is as wide as its first visible scalar. An emoji variation selector, a spacing mark or a second
    /// consonant of a conjunct makes the character two cells wide.
    package var displayWidth: Int {
        var width = 0
        var isJoined = false
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x200D where unicodeScalars.first?.properties.isEmoji == true: isJoined = true
            case 0xFE0F where width == 1 && unicodeScalars.first?.hasEmojiVariation == true: width = 2
            case _ where isJoined: isJoined = false
            case _ where width > 0 && scalar.properties.generalCategory == .spacingMark: width = 2
            default: width = Swift.min(2, width + scalar.displayWidth)
            }
        }
        return width
    }
}

extension Unicode.Scalar {
    /// The number of cells that the scalar occupies by itself.
    var displayWidth: Int {
        if (0x20...0x7E).contains(value) || (0xA0...0x2FF).contains(value) { return 1 }
        // Box-drawing and block characters are very frequent, so check them first.
        if (0x2500...0x259F).contains(value) { return 1 }
        if isZeroWidth { return 0 }
        return properties.isEmojiPresentation || WideRanges.contains(value) ? 2 : 1
    }

    /// Whether the scalar becomes an emoji if U+FE0F follows it.
    fileprivate var hasEmojiVariation: Bool { properties.isEmoji && !properties.isEmojiPresentation }

    private var isZeroWidth: Bool {
        switch value {
        // Vowels and final consonants of Hangul combine with the initial consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
        // These scalars occupy cells: the filler of an initial consonant, and signs that enclose the digits after them.
        case 0x115F, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return false
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control: return true
        case .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}

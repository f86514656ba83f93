import Foundation

/// Folds texts for searches, so that a search finds a text whatever its case and its accents are.
///
/// Folding applies these steps in order:
/// 1. Each control character becomes a space.
/// 2. The text is decomposed canonically (Unicode Standard Annex 15, Normalization Form D).
/// 3. Each scalar gets its full case folding (Unicode Standard, section 3.13), and `ı` becomes `i`.
/// 4. Combining marks after a Latin, Greek or Cyrillic base are removed.
///
/// The cost is linear in the bytes of the text, also for a text with long runs of combining marks.
package enum SearchText {
    /// The version of the folding.
    ///
    /// A store keeps it beside its folded texts. Increment it with each change of a result.
    package static let version = 1

    /// The scalar between the folded texts of a record: U+001F, which no folded text contains.
    static let separator: Unicode.Scalar = "\u{1F}"

    /// Returns the folded text.
    package static func fold(_ text: String) -> String {
        var text = text
        let ascii = text.withUTF8 { bytes -> String? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { folded in
                for (index, byte) in bytes.enumerated() { folded[index] = fold(byte) }
                return bytes.count
            }
        }
        if let ascii { return ascii }
        var folder = Folder(capacity: text.utf8.count)
        for scalar in text.unicodeScalars { folder.append(scalar) }
        return folder.finish()
    }

    /// Returns the words of a text: its runs of scalars that are neither white space nor control characters.
    static func words(of text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace || $0.isControl }.map { String($0) }
    }

    fileprivate static func fold(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case 0..<0x20, 0x7F: 0x20
        default: byte
        }
    }
}

/// Folds a text scalar by scalar.
private struct Folder {
    private var folded = String.UnicodeScalarView()
    /// The combining marks after the last base, in the order of the text, with their combining classes.
    private var marks: [(order: UInt8, scalar: Unicode.Scalar)] = []
    /// Whether the last base is a Latin, Greek or Cyrillic letter, so that its marks are removed.
    private var removesMarks = false

    init(capacity: Int) { folded.reserveCapacity(capacity) }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            endMarks()
            removesMarks = scalar.properties.isAlphabetic
            folded.append(Unicode.Scalar(SearchText.fold(UInt8(scalar.value))))
        } else if scalar.isControl {
            append(" ")
        } else {
            for part in scalar.canonicalDecomposition { appendDecomposed(part) }
        }
    }

    mutating func finish() -> String {
        endMarks()
        return String(folded)
    }

    private mutating func appendDecomposed(_ scalar: Unicode.Scalar) {
        let order = scalar.properties.canonicalCombiningClass.rawValue
        guard order == 0 else { return marks.append((order, scalar)) }
        endMarks()
        // Some marks have the combining class 0, such as a variation selector.
        if scalar.isMark {
            if !removesMarks { folded.append(scalar) }
        } else {
            removesMarks = scalar.losesMarks
            // `append(contentsOf:)` of this view copies the whole text.
            for part in scalar.fullCaseFolding { folded.append(part) }
        }
    }

    /// Appends the collected marks in canonical order: sorted by their classes, and stable within a class.
    ///
    /// Sorts by counting, because a stranger's text may have any number of marks in a row.
    private mutating func endMarks() {
        guard !marks.isEmpty else { return }
        if marks.count > 1 {
            var starts = [Int](repeating: 0, count: 257)
            for mark in marks { starts[Int(mark.order) + 1] += 1 }
            for order in 1...256 { starts[order] += starts[order - 1] }
            var sorted = marks
            for mark in marks {
                sorted[starts[Int(mark.order)]] = mark
                starts[Int(mark.order)] += 1
            }
            marks = sorted
        }
        for (_, scalar) in marks {
            // The folding of a mark can be a letter: the Greek iota subscript becomes an iota.
            for part in scalar.fullCaseFolding where !removesMarks || !part.isMark { folded.append(part) }
        }
        marks.removeAll(keepingCapacity: true)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the marks after this base are removed: whether it is a Latin, Greek or Cyrillic letter.
    ///
    /// The ranges are the blocks of these scripts (Unicode Character Database, Blocks.txt).
    fileprivate var losesMarks: Bool {
        guard properties.isAlphabetic else { return false }
        return switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2AF: true  // Latin
        case 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F: true  // Latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: true  // Greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: true  // Cyrillic
        default: false
        }
    }

    /// The canonical decomposition of this scalar alone, in canonical order.
    fileprivate var canonicalDecomposition: String.UnicodeScalarView {
        String(self).decomposedStringWithCanonicalMapping.unicodeScalars
    }

    /// The full case folding.
    ///
    /// Swift has no such property. The mapping to lower case of the mapping to upper case merges the same scalars, and
    /// merges `ı` with `i` too. The first mapping to lower case is needed for `ẞ`, which is its own upper case.
    fileprivate var fullCaseFolding: String.UnicodeScalarView {
        guard properties.isCased || properties.changesWhenUppercased else { return String(self).unicodeScalars }
        var result = String.UnicodeScalarView()
        for lower in properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                result.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return result
    }
}

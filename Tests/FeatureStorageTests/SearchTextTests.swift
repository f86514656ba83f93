import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct SearchTextTests {
    @Test(
        arguments: [
            ("Rex", "rex"), ("", ""), ("a\u{0}b\nc\u{85}d\u{7F}e", "a b c d e"),  // control characters
            ("ß", "ss"), ("ẞ", "ss"), ("STRASSE", "strasse"), ("ﬁ", "fi"), ("K", "k"),  // full case folding
            ("Σίσυφος", "σισυφοσ"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("ᾳ", "αι"), ("ΑΙ", "αι"),
            ("İstanbul", "istanbul"), ("ıI", "ii"),  // the Turkish i
            ("Crème BRÛLÉE", "creme brulee"), ("e\u{301}\u{323}", "e"), ("й", "и"), ("Ё", "е"),
            ("Ὀδυσσεύς", "οδυσσευσ"),
            ("한", "\u{1112}\u{1161}\u{11AB}"), ("👩‍🚀", "👩\u{200D}🚀"), ("漢字", "漢字"),
            ("كَ", "ك\u{64E}"), ("कि", "कि"), ("が", "か\u{3099}"),  // other scripts keep their marks
            ("\u{301}x", "\u{301}x"), ("1\u{20E3}", "1\u{20E3}"), ("a\u{FE0F}", "a"),
            ("ا\u{651}\u{64E}", "ا\u{64E}\u{651}"),  // canonical order
            ("Å", "a"), ("Å", "a"), ("ǅ", "ǆ"),
        ] as [(String, String)])
    func `a text is folded`(text: String, folded: String) {
        let result = SearchText.fold(text)
        #expect(Array(result.unicodeScalars) == Array(folded.unicodeScalars), "\(Array(result.unicodeScalars))")
    }

    @Test func `folding a folded text changes nothing`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random)) }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let folded = SearchText.fold(String(text))
            #expect(SearchText.fold(folded).utf8.elementsEqual(folded.utf8), "\(scalars)")
        }
    }

    @Test(arguments: ["\u{301}\u{323}", "e\u{301}", "\u{1100}\u{1161}", "ẞ", "a", "\u{FDFA}"])
    func `the cost of folding is linear in the bytes of the text`(part: String) {
        let ratio = growth(from: 40_000, of: { String(repeating: part, count: $0) }) { _ = SearchText.fold($0) }
        #expect(ratio <= 2.5)
    }

    @Test func `a search with too many or too long words is refused`() throws {
        let index = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])
        let eight = Array(repeating: "word", count: 8).joined(separator: " ")
        #expect(try RecordQuery(index, search: " \(eight)\n").words.count == 8)
        #expect(throws: SearchTooLong.self) { try RecordQuery(index, search: eight + " more") }
        let longest = String(repeating: "x", count: 200)
        #expect(try RecordQuery(index, search: longest).words == [longest])
        #expect(throws: SearchTooLong.self) { try RecordQuery(index, search: longest + "x") }
        #expect(throws: SearchTooLong.self) { try RecordQuery(index, search: String(repeating: " ", count: 10_000)) }
    }

    @Test func `keys order values as people do`() throws {
        func keys(_ column: RecordIndex.Column, _ values: [FieldValue?]) -> [[UInt8]] {
            values.map { column.key(of: $0) }
        }
        let orders: [(RecordIndex.Column, [FieldValue?])] = [
            (.init("n", kind: .integer, isSearched: false), [nil, .integer(.min), -1, 0, 1, .integer(.max)]),
            (
                .init("d", kind: .decimal, isSearched: false),
                [nil, -1e300, -1.5, 0, .decimal(Double.leastNonzeroMagnitude), 1, 1.5, 1e300]
            ),
            (.init("b", kind: .boolean, isSearched: false), [nil, false, true]),
            (.init("c", kind: .choice, choices: ["z", "a"], isSearched: true), [nil, "z", "a", "other"]),
            (.init("t", kind: .text, isSearched: true), [nil, "", "a", "B", "b c", "É f", "z"]),
            (.init("p", kind: .duration, isSearched: false), [nil, "0s", "250ms", "2s", "1m", "1h"]),
            (.init("day", kind: .date, isSearched: true), [nil, "0999-12-31", "2026-01-02", "2026-11-01"]),
        ]
        for (column, values) in orders {
            let keys = keys(column, values)
            #expect(
                keys.sorted { $0.lexicographicallyPrecedes($1) } == keys && Set(keys).count == keys.count, "\(column)")
        }
        let decimal = RecordIndex.Column("d", kind: .decimal, isSearched: false)
        #expect(decimal.key(of: .decimal(-0.0)) == decimal.key(of: .integer(0)))
    }
}

import FeatureKit
import FeatureStorage

/// Random records and queries, and the reference for their results.
enum QuerySample {
    static let index = RecordIndex(columns: [
        .init("name", kind: .text, isSearched: true),
        .init("size", kind: .choice, choices: ["small", "medium", "large"], isSearched: true),
        .init("born", kind: .date, isSearched: true), .init("n", kind: .integer, isSearched: false),
        .init("weight", kind: .decimal, isSearched: true), .init("good", kind: .boolean, isSearched: false),
    ])

    /// Parts of names: case, combining marks in several orders, NUL, joiners, Hangul in both forms, and lookalikes.
    private static let parts = [
        "a", "b", "A", "B", "ab", "rex", "Rex", "REX", " ", "  ", "\u{0}", "\n", "\t", "ß", "ss", "ẞ", "ı", "i", "İ",
        "I", "σ", "ς", "Σ", "é", "e\u{301}", "e\u{323}\u{301}", "e\u{301}\u{323}", "\u{301}", "ｅ", "한",
        "\u{1112}\u{1161}\u{11AB}",
        "\u{1112}\u{1161}", "가", "👩‍🚀", "👩", "\u{200D}", "🚀", "\u{FE0F}", "1", "12", "%", "_", "\"", "'", "*", "(", "OR",
        "NEAR", "-", "漢", "字", "й", "и", "Ё", "ᾳ", "ΑΙ", "ﬁ", "क", "कि", "ا\u{64B}", "\u{1D160}", "Å", "Å",
        "x\u{308}\u{324}y",
    ]
    private static let sizes = ["small", "medium", "large"]

    static func text(using random: inout SplitMix64, upTo count: Int = 6) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }

    static func values(using random: inout SplitMix64) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        func maybe() -> Bool { Int.random(in: 0..<4, using: &random) > 0 }
        if maybe() { values["name"] = .text(text(using: &random)) }
        if maybe() { values["size"] = sizes.randomElement(using: &random).map { .text($0) } }
        if maybe() {
            values["born"] = .text(
                "20\(Int.random(in: 10...29, using: &random))-0\(Int.random(in: 1...9, using: &random))-11")
        }
        if maybe() { values["n"] = .integer([0, 1, -1, 7, .max, .min, 1 << 60].randomElement(using: &random) ?? 0) }
        if maybe() {
            values["weight"] = .decimal(
                [0, -0.0, 1.5, -1.5, 1e300, -1e300, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
        }
        if maybe() { values["good"] = .boolean(Bool.random(using: &random)) }
        return values
    }

    static func query(using random: inout SplitMix64) -> RecordQuery {
        var filters: [String: [FieldValue]] = [:]
        if Int.random(in: 0..<4, using: &random) == 0 {
            filters["size"] = sizes.filter { _ in Bool.random(using: &random) }.map { .text($0) }
        }
        if Int.random(in: 0..<4, using: &random) == 0 { filters["good"] = [.boolean(Bool.random(using: &random))] }
        let order: String? = Bool.random(using: &random) ? index.columns.randomElement(using: &random)?.name : nil
        let isDescending = Bool.random(using: &random)
        let words = (0..<Int.random(in: 0...2, using: &random)).map { _ in text(using: &random, upTo: 3) }
        let query = try? RecordQuery(
            index, search: words.joined(separator: " "), filters: filters, order: order, isDescending: isDescending)
        guard let query else { preconditionFailure("the words are short") }
        return query
    }

    /// Returns the rows that a query selects, in its order, as the definition says.
    static func reference(
        _ query: RecordQuery, _ rows: [(row: StoredRow, entry: RecordIndexEntry)]
    ) -> [StoredRow] {
        rows.filter { query.matches($0.entry) }
            .map { (row: $0.row, key: query.orderKey($0.entry)) }
            .sorted { query.precedes(($0.key, $0.row.position), ($1.key, $1.row.position)) }
            .map(\.row)
    }
}

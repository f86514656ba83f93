import FeatureStorage
import Foundation
import GRDB

/// Finds the records of a query in the index of a collection, within one transaction.
///
/// There are three plans. In the order of insertion, it reads the candidates of a word or of a filter in this order. In
/// another order, it reads all candidates and sorts them if there are few. Otherwise it walks the index of the order
/// until the page is full.
struct SQLiteSelection {
    /// What limits the entries that a plan reads.
    enum Source {
        /// The entries that contain some runs of three scalars, as an expression for FTS5.
        case runs(String)
        /// The entries with one of the keys of a filtered column.
        case filter(Int)
        case all
    }

    /// The maximum number of candidates that are always sorted.
    static let sortLimit = 10_000

    let index: SQLiteIndex
    let query: RecordQuery
    let db: Database

    /// Returns the number of selected records.
    func count() throws -> RecordCount {
        guard canMatch else { return RecordCount(0) }
        let isSearch = !query.words.isEmpty
        let found = SQL("SELECT 1 FROM \(entries(from: try bestSource().source))")
        let limit = SQL(sql: isSearch ? " LIMIT \(RecordCount.searchLimit + 1)" : "")
        let count = try fetchCount("SELECT count(*) FROM (\(found)\(limit))")
        return isSearch ? RecordCount(ofSearch: count) : RecordCount(count)
    }

    /// Whether each filter allows a key.
    var canMatch: Bool { !query.filters.values.contains(where: \.isEmpty) }

    /// Returns the source with the fewest candidates, and their number if the candidates were counted.
    ///
    /// - Parameters:
    ///   - order: The column of the order. A walk applies the filter of this column itself.
    ///   - isCounted: Whether to count the candidates even if there is only one source.
    func bestSource(besides order: Int? = nil, isCounted: Bool = false) throws -> (source: Source, count: Int) {
        var sources = query.filters.keys.sorted().filter { $0 != order }.map { Source.filter($0) }
        if let runs = Self.expression(for: query.words) { sources.insert(.runs(runs), at: 0) }
        guard var best = sources.first.map({ (source: $0, count: Int.max) }) else { return (.all, .max) }
        guard isCounted || sources.count > 1 else { return best }
        for source in sources {
            let limit = SQL(sql: "LIMIT \(Self.sortLimit + 1)")
            let count = try fetchCount("SELECT count(*) FROM (SELECT 1 FROM \(candidates(of: source)) \(limit))")
            if count < best.count { best = (source, count) }
        }
        return best
    }

    /// Returns the entries of a source that the query selects, as the end of a statement after `FROM`.
    func entries(from source: Source) -> SQL {
        guard case .filter(let column) = source else {
            return ([candidates(of: source, isJoined: true)] + matches()).joined(separator: " AND ")
        }
        return ([candidates(of: source)] + matches(besides: column)).joined(separator: " AND ")
    }

    /// Returns the candidates of a source, as the end of a statement after `FROM`.
    ///
    /// - Parameter isJoined: Whether the statement needs the columns of the entries.
    private func candidates(of source: Source, isJoined: Bool = false) -> SQL {
        let (entries, search) = (index.entries, index.search)
        switch source {
        case .runs(let runs):
            // `CROSS JOIN` makes SQLite read the tables in this order.
            let join = isJoined ? " CROSS JOIN \(entries) ON \(entries).position = \(search).rowid" : ""
            return "\(sql: search + join) WHERE \(sql: search) MATCH \(runs)"
        case .filter(let column):
            return "\(table(indexedBy: column)) WHERE \(Self.key(column)) IN (\(keys(of: column)))"
        case .all: return "\(sql: entries) NOT INDEXED WHERE 1"
        }
    }

    /// Returns the conditions of the query, except the filter of one column.
    ///
    /// The unary `+` prevents SQLite from using the index of a filter.
    func matches(besides column: Int? = nil) -> [SQL] {
        let filters = query.filters.keys.sorted().filter { $0 != column }
        return filters.map { "+\(Self.key($0)) IN (\(keys(of: $0)))" }
            + query.words.map { "instr(\(sql: index.entries).text, \($0)) > 0" }
    }

    /// Returns the table of the entries with the index that SQLite must use.
    func table(indexedBy column: Int) -> SQL {
        SQL(sql: "\(index.entries) INDEXED BY \(index.columnIndex(column))")
    }

    private func keys(of column: Int) -> SQL {
        (query.filters[column] ?? []).map { Self.literal($0) }.joined(separator: ", ")
    }

    /// Returns the name of a column.
    static func key(_ column: Int) -> SQL { SQL(sql: "k\(column)") }

    /// Returns a key as a value.
    ///
    /// An empty buffer would be bound as NULL.
    static func literal(_ key: [UInt8]) -> SQL { key.isEmpty ? "x''" : "\(Data(key))" }

    private func fetchCount(_ sql: SQL) throws -> Int {
        let (sql, arguments) = try sql.build(db)
        return try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
    }

    /// Returns the expression that finds the candidates of words; `nil` if each word has fewer than three scalars.
    ///
    /// A candidate contains some runs of three scalars of each word, so each match is a candidate. More runs would hardly
    /// exclude more candidates.
    private static func expression(for words: [String]) -> String? {
        let runLimit = 4
        let runs = words.map { Array($0.unicodeScalars) }.filter { $0.count >= 3 }.flatMap { scalars in
            let last = scalars.count - 3
            return (stride(from: 0, to: last, by: 3).prefix(runLimit) + [last]).map { start in
                // Double the quotation marks scalar by scalar, because a mark may combine with the next scalar.
                scalars[start..<(start + 3)].reduce(into: "\"") { run, scalar in
                    run.unicodeScalars.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar])
                } + "\""
            }
        }
        return runs.isEmpty ? nil : runs.joined(separator: " AND ")
    }
}

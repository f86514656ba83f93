import FeatureStorage
import Foundation
import GRDB

extension SQLiteSelection {
    /// A place in the order of a query.
    ///
    /// The key is empty in the order of insertion.
    typealias Place = (key: [UInt8], position: Int64)

    /// The number of entries after which a walk gives up.
    ///
    /// If more than ``sortLimit`` of a million records match, and the matches are spread evenly over the order, then a
    /// walk finds 50 matches in about 5,000 entries.
    private static let walkLimit = 10_000
    /// The maximum number of keys of a filter whose lists of entries are merged.
    private static let mergeLimit = 16

    /// Returns the places of the first records after a cursor, at most `limit`.
    func places(after cursor: FeatureStorage.RecordCursor?, limit: Int) throws -> [Place] {
        guard canMatch else { return [] }
        guard let order = query.order else { return try inserted(after: cursor?.position, limit: limit) }
        let place = cursor.map { (key: $0.key, position: $0.position) }
        let (source, count) = try bestSource(besides: order, isCounted: true)
        if case .all = source { return try walk(order, after: place, limit: limit) }
        if count > Self.sortLimit, let places = try shortWalk(order, after: place, limit: limit) { return places }
        return try sorted(by: order, after: place, limit: limit, from: source)
    }

    /// Returns places in the order of insertion.
    private func inserted(after position: Int64?, limit: Int) throws -> [Place] {
        var lists: [SQL]
        var name = SQL("position")
        switch try bestSource().source {
        case .runs(let runs):
            lists = [entries(from: .runs(runs))]
            name = "\(sql: index.search).rowid"
        case .filter(let column):
            let keys = query.filters[column] ?? []
            lists = keys.sorted { $0.lexicographicallyPrecedes($1) }.map { key in
                let list = SQL("\(table(indexedBy: column)) WHERE \(Self.key(column)) = \(Self.literal(key))")
                return ([list] + matches(besides: column)).joined(separator: " AND ")
            }
            // SQLite merges the lists while it reads them, because each of them is in the order of insertion.
            if keys.count > Self.mergeLimit { lists = [entries(from: .all)] }
        case .all: lists = [entries(from: .all)]
        }
        var rest = SQL("")
        if let position { rest = " AND \(name) \(follows) \(position)" }
        let selections = lists.map { SQL("SELECT \(name) AS place FROM \($0)\(rest)") }
        return try fetch("\(selections.joined(separator: " UNION ALL ")) ORDER BY place \(direction) LIMIT \(limit)")
    }

    /// Returns places in the order of a column, by sorting all candidates of a source.
    private func sorted(by order: Int, after place: Place?, limit: Int, from source: Source) throws -> [Place] {
        let key = Self.key(order)
        var rest = SQL("")
        if let place {
            rest = " AND (\(key), position) \(follows) (\(Self.literal(place.key)), \(place.position))"
        }
        return try fetch(
            """
            SELECT position, \(key) FROM \(entries(from: source))\(rest) \
            ORDER BY +\(key) \(direction), position \(direction) LIMIT \(limit)
            """)
    }

    /// Returns places in the order of a column, by reading the index of the column until the page is full.
    private func walk(_ order: Int, after place: Place?, limit: Int) throws -> [Place] {
        var places: [Place] = []
        for section in sections(of: order, after: place) where places.count < limit {
            let selection = ([section] + matches(besides: order)).joined(separator: " AND ")
            places += try fetch("\(selection) \(ordering(by: order)) LIMIT \(limit - places.count)")
        }
        return places
    }

    /// Returns the places that a walk finds; `nil` if it has read ``walkLimit`` entries before the page is full.
    private func shortWalk(_ order: Int, after place: Place?, limit: Int) throws -> [Place]? {
        var places: [Place] = []
        var count = 0
        let matches = matches(besides: order).joined(separator: " AND ")
        for section in sections(of: order, after: place, selecting: matches) {
            let (sql, arguments) = try SQL("\(section) \(ordering(by: order))").build(db)
            let found = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            while let row = try found.next() {
                if row[2] { places.append(row.place) }
                if places.count == limit { return places }
                count += 1
                if count == Self.walkLimit { return nil }
            }
        }
        return places
    }

    /// Returns statements that read the index of a column after a place, one after another.
    ///
    /// Each statement reads either one key or all keys after a key, so that SQLite finds the first entry at once.
    private func sections(of order: Int, after place: Place?, selecting result: SQL = "1") -> [SQL] {
        let key = Self.key(order)
        let all = SQL("SELECT position, \(key), \(result) FROM \(table(indexedBy: order)) WHERE 1")
        func one(_ value: [UInt8]) -> SQL {
            let section = SQL("\(all) AND \(key) = \(Self.literal(value))")
            guard let place, place.key == value else { return section }
            return "\(section) AND position \(follows) \(place.position)"
        }
        guard let allowed = query.filters[order] else {
            guard let place else { return [all] }
            return [one(place.key), "\(all) AND \(key) \(follows) \(Self.literal(place.key))"]
        }
        let values = allowed.sorted { query.precedes(($0, 0), ($1, 0)) }
        return values.drop { value in place.map { query.precedes((value, 0), ($0.key, 0)) } ?? false }.map(one)
    }

    private func ordering(by order: Int) -> SQL {
        "ORDER BY \(Self.key(order)) \(direction), position \(direction)"
    }

    private var direction: SQL { query.isDescending ? "DESC" : "ASC" }
    /// The operator between a place and an earlier place.
    private var follows: SQL { query.isDescending ? "<" : ">" }

    private func fetch(_ sql: SQL) throws -> [Place] {
        let (sql, arguments) = try sql.build(db)
        let found = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        var places: [Place] = []
        while let row = try found.next() { places.append(row.place) }
        return places
    }
}

extension Row {
    /// The position and the key in the first two columns; the key may be missing.
    fileprivate var place: SQLiteSelection.Place {
        let key: [UInt8]? = count > 1 ? Array(self[1] as Data) : nil
        return (key ?? [], self[0])
    }
}

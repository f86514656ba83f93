public import FeatureKit
import Foundation

/// A search, filters and an order for the records of a collection.
///
/// Every store must return the records that ``matches(_:)`` selects, in the order of ``precedes(_:_:)``.
///
/// ## Topics
/// - ``matches(_:)``
/// - ``precedes(_:_:)``
public struct RecordQuery: Sendable, Hashable {
    /// The maximum number of words in a search.
    public static let wordLimit = 8
    /// The maximum length of a word in a search, in bytes of UTF-8.
    public static let wordByteLimit = 200

    /// The fields by which the query selects and orders records.
    public private(set) var index: RecordIndex
    /// The folded words of the search, in the order of the search.
    ///
    /// A record matches if its folded texts contain each word as a run of Unicode scalars.
    public let words: [String]
    /// The allowed keys by the number of their column.
    ///
    /// A record matches if its key is one of the keys of each filtered column.
    public internal(set) var filters: [Int: Set<[UInt8]>]
    /// The number of the column by which the records are ordered; `nil` for the order of insertion.
    public let order: Int?
    /// Whether the order is reversed.
    public private(set) var isDescending: Bool

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - index: The fields by which records can be searched, filtered and ordered.
    ///   - search: The words that a record must contain, separated by white space.
    ///   - filters: The allowed values by field name. Names that are not in the index are ignored.
    ///   - order: The name of the field by which the records are ordered, or `nil` for the order of insertion.
    ///   - isDescending: Whether the order is reversed.
    /// - Throws: ``SearchTooLong`` if the search has too many words or a word is too long.
    public init(
        _ index: RecordIndex, search: String = "", filters: [String: [FieldValue]] = [:], order: String? = nil,
        isDescending: Bool = false
    ) throws(SearchTooLong) {
        guard search.utf8.count <= SearchTooLong.byteLimit else { throw SearchTooLong(hasManyWords: true) }
        let words = SearchText.words(of: search)
        let hasManyWords = words.count > Self.wordLimit
        guard !hasManyWords, words.allSatisfy({ $0.utf8.count <= Self.wordByteLimit }) else {
            throw SearchTooLong(hasManyWords: hasManyWords)
        }
        var keys: [Int: Set<[UInt8]>] = [:]
        for (name, values) in filters {
            guard let number = index.number(of: name) else { continue }
            keys[number] = Set(values.map { index.columns[number].key(of: $0) })
        }
        self.index = index
        self.words = words.map(SearchText.fold)
        self.filters = keys
        self.order = order.flatMap { index.number(of: $0) }
        self.isDescending = isDescending
    }

    /// Whether the query selects all records.
    public var selectsAll: Bool { words.isEmpty && filters.isEmpty }

    /// Whether the query uses its ``index``: it selects or orders records by their fields.
    public var needsIndex: Bool { !selectsAll || order != nil }

    /// The query that selects the same records in the reverse order.
    public var reversed: RecordQuery {
        var query = self
        query.isDescending.toggle()
        return query
    }

    /// Returns the query of the same records whose fields have other names.
    func renamed(_ rename: (String) -> String) -> RecordQuery {
        var query = self
        for number in index.columns.indices { query.index.columns[number].name = rename(index.columns[number].name) }
        return query
    }

    /// Returns whether the query selects a record.
    public func matches(_ entry: RecordIndexEntry) -> Bool {
        filters.allSatisfy { $1.contains(entry.keys[$0]) }
            && words.allSatisfy { entry.text.containsRun($0) }
    }

    /// Returns the key by which a record is ordered; it is empty in the order of insertion.
    public func orderKey(_ entry: RecordIndexEntry) -> [UInt8] { order.map { entry.keys[$0] } ?? [] }

    /// Returns whether a record comes before another one.
    ///
    /// Records are ordered by their key, then by their position. A descending order is the exact reverse, also for
    /// records with the same key.
    public func precedes(_ left: (key: [UInt8], position: Int64), _ right: (key: [UInt8], position: Int64)) -> Bool {
        let (first, second) = isDescending ? (right, left) : (left, right)
        if first.key == second.key { return first.position < second.position }
        return first.key.lexicographicallyPrecedes(second.key)
    }

    /// A number that identifies the query in a cursor.
    ///
    /// It is the same in all processes: a 64-bit FNV-1a hash of the version of the folding and of all properties.
    public var fingerprint: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Collection<UInt8>) {
            // The number of bytes comes first, so that no two sequences of parts have the same bytes.
            for byte in withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init) + bytes {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        add("\(SearchText.version) \(order ?? -1) \(isDescending)".utf8)
        for column in index.columns {
            add("\(column.name) \(column.kind) \(column.isSearched)".utf8)
            for choice in column.choices ?? [] { add(choice.utf8) }
        }
        for word in words { add(word.utf8) }
        for (number, keys) in filters.sorted(by: { $0.key < $1.key }) {
            add("\(number)".utf8)
            for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(key) }
        }
        return hash
    }

    /// Verifies that a cursor was made by this query.
    ///
    /// - Throws: ``StorageError`` with the code `unusableCursor` otherwise.
    public func verify(_ cursor: RecordCursor?) throws(StorageError) {
        guard let cursor, cursor.query != fingerprint else { return }
        throw StorageError(
            .unusableCursor, "the cursor belongs to another search, filter or order; begin with the first page")
    }

    /// Returns the cursor after a record.
    public func cursor(after key: [UInt8], _ position: Int64) -> RecordCursor {
        RecordCursor(position: position, key: key, query: fingerprint)
    }
}

/// The error for a search that has too many words, or a word that is too long.
public struct SearchTooLong: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum length of a whole search, in bytes of UTF-8.
    static let byteLimit = 2 * RecordQuery.wordLimit * RecordQuery.wordByteLimit

    /// Whether the search has too many words; otherwise a word is too long.
    let hasManyWords: Bool

    /// The message for people.
    public var description: String {
        hasManyWords ? "Search for up to \(RecordQuery.wordLimit) words." : "Search for shorter words."
    }
}

/// The number of records that a query selects.
///
/// Two counts are equal if they say the same number, whatever their ``token`` is.
public struct RecordCount: Sendable, Hashable {
    /// The number up to which the records of a search are counted.
    public static let searchLimit = 10_000

    /// The number of records, or the number of records that were counted.
    public var count: Int
    /// Whether ``count`` is the exact number; otherwise there are more records.
    public var isExact: Bool

    /// The token of the last change that the count includes; `nil` if it is unknown.
    ///
    /// A list adds later changes to the count, and skips earlier ones. Without a token, the list waits for the next count.
    public var token: ChangeToken?

    /// Creates a count.
    public init(_ count: Int, isExact: Bool = true, upTo token: ChangeToken? = nil) {
        (self.count, self.isExact, self.token) = (count, isExact, token)
    }

    /// Creates the count of a search from the number of its matches.
    ///
    /// - Parameter matches: The number of matches. Numbers above ``searchLimit`` mean that there are more than that.
    public init(ofSearch matches: Int) {
        self.init(min(matches, Self.searchLimit), isExact: matches <= Self.searchLimit)
    }

    /// Returns whether two counts say the same number.
    public static func == (left: RecordCount, right: RecordCount) -> Bool {
        left.count == right.count && left.isExact == right.isExact
    }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(isExact)
    }
}

extension String {
    /// Returns whether the text contains another text as a run of Unicode scalars.
    ///
    /// Both are valid UTF-8, so a run of bytes is a run of scalars. The cost is at most the product of the lengths, and a
    /// word is short.
    fileprivate func containsRun(_ other: String) -> Bool {
        var (text, run) = (self, other)
        return text.withUTF8 { text in
            run.withUTF8 { run in
                guard let part = run.baseAddress, let first = run.first else { return true }
                var rest = text[...]
                while rest.count >= run.count, let index = rest.firstIndex(of: first) {
                    rest = rest[index...]
                    guard rest.count >= run.count else { return false }
                    let place = UnsafeBufferPointer(rebasing: rest)
                    if let place = place.baseAddress, memcmp(place, part, run.count) == 0 { return true }
                    rest = rest.dropFirst()
                }
                return false
            }
        }
    }
}

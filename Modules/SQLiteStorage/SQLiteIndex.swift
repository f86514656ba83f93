import FeatureStorage
import Foundation
import GRDB

/// The index of one collection, within one transaction.
///
/// The index has three tables. `entryK` has the text and the keys of each record, where K is the number of the
/// collection. `searchK` finds the entries whose text contains a run of three scalars. `staleK` has the positions of the
/// records whose entries are not current. Triggers fill it, so that writes of older programs, which know no index, are
/// not missed. The triggers write only this plain table.
///
/// A program of this version brings the index up to date in the transaction of its own write. After a large load it does so
/// in steps, each in a transaction of its own, so that other writers need not wait for the whole index. A query also brings
/// the index up to date if it finds stale entries.
struct SQLiteIndex {
    /// How far an index is after one transaction.
    enum Progress {
        /// The whole index was built, and is current.
        case built
        /// The index is current.
        case current
        /// The entries of more records must be brought up to date.
        case behind
    }

    /// The version of the tables.
    ///
    /// Increment it with each change of a table or of a trigger. The index is then built again.
    private static let layout = 1

    /// The number of the collection.
    let collection: Int64
    let index: RecordIndex
    /// Identifies the layout, the folding and the fields of the index.
    let stamp: String

    // The names contain only numbers, so they are safe in SQL.
    var entries: String { "entry\(collection)" }
    var search: String { "search\(collection)" }
    var stale: String { "stale\(collection)" }
    func columnIndex(_ column: Int) -> String { "entry\(collection)k\(column)" }

    /// Creates the index of a query.
    init(_ index: RecordIndex, of collection: Int64) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(index), as: UTF8.self)
        (self.collection, self.index) = (collection, index)
        stamp = "\(Self.layout) \(SearchText.version) \(json)"
    }

    /// Creates the index that a file has; `nil` if another version of this program built it.
    init?(stamp: String, of collection: Int64) {
        let parts = stamp.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "\(Self.layout)", parts[1] == "\(SearchText.version)",
            let index = try? JSONDecoder().decode(RecordIndex.self, from: Data(parts[2].utf8))
        else { return nil }
        (self.collection, self.index, self.stamp) = (collection, index, stamp)
    }

    /// Returns whether the index has a current entry for each record.
    ///
    /// - Parameter stamp: The stamp of the index that the file has.
    func isCurrent(_ stamp: String?, in db: Database) throws -> Bool {
        guard stamp == self.stamp else { return false }
        return try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(stale))")) == false
    }
}

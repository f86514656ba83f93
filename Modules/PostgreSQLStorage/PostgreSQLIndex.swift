#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Foundation

    /// The index of a collection: a table with an entry for each row.
    ///
    /// The table's name contains the key of the collection, and its columns are numbered, so no name of a caller gets
    /// into a statement. An entry has the row's position, the folded text, the trigrams of this text, and one key for
    /// each column of the index.
    ///
    /// Each program keeps the entries current in the transactions of its writes. For programs without indexes, triggers
    /// remove the entries of deleted rows, and list the positions of other rows in the table `stale`.
    struct PostgreSQLIndex {
        /// The version of the table's columns and of their contents.
        ///
        /// Increment it with each change of a key or of a trigram.
        private static let form = 1

        /// The key of the collection.
        let key: Int64
        let index: RecordIndex
        /// The moment when the server ends a query; `nil` for no limit.
        var deadline: ContinuousClock.Instant?

        /// The name of the table.
        var table: String { "entry_\(key)" }

        /// The names of the columns with keys.
        var columns: [String] { index.columns.indices.map { "k\($0)" } }

        init(key: Int64, index: RecordIndex) { (self.key, self.index) = (key, index) }

        /// Creates the index with a stamp.
        ///
        /// Returns `nil` if this program would make other entries than the program that wrote the stamp.
        init?(key: Int64, stamp: String, in db: isolated PostgreSQLConnection) throws {
            if db.indexes[stamp] == nil {
                if db.indexes.count > 100 { db.indexes = [:] }
                db.indexes[stamp] = .some(try Self.index(of: stamp))
            }
            guard let index = db.indexes[stamp] ?? nil else { return nil }
            self.init(key: key, index: index)
        }

        /// The text that identifies an index: the versions of its contents, and its columns.
        static func stamp(_ index: RecordIndex) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return "\(SearchText.version) \(form) " + String(decoding: try encoder.encode(index), as: UTF8.self)
        }

        private static func index(of stamp: String) throws -> RecordIndex? {
            let json = stamp.split(separator: " ", maxSplits: 2).last ?? ""
            guard let index = try? JSONDecoder().decode(RecordIndex.self, from: Data(json.utf8)) else { return nil }
            // Decoding may have replaced what only a newer program knows.
            return try self.stamp(index) == stamp ? index : nil
        }
    }
#endif

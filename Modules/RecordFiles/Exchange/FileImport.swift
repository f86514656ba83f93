import FeatureKit
import FeatureStorage
import Synchronization

/// Imports a file with records of one type into a store.
///
/// The import parses, validates and inserts the records in one pass, so the file cannot change between validation and
/// insertion. At the first fault the store rolls back. The reader then continues to the end of the file to find all
/// other faults.
final class FileImport<R: Record>: RecordImport {
    /// The number of bytes to read at a time.
    ///
    /// A piece of this size contains some thousand records.
    private static var pieceSize: Int { 1 << 16 }

    private let file: LocalRecordFile
    private let opened: OpenFile
    private let readSize = Atomic(0)
    private let keys = FreshKeys()

    init(_ file: LocalRecordFile) throws {
        self.file = file
        opened = try file.opened()
    }

    var progress: Double {
        let size = opened.size
        return size == 0 ? 1 : min(1, Double(readSize.load(ordering: .relaxed)) / Double(size))
    }

    func load(into store: any RecordStore) async throws -> Int {
        let rows = ReadAhead(rows(of: opened))
        do {
            return try await store.named(for: R.self).load(into: R.collection) { try rows.next() }
        } catch let error as StorageError where [.alreadyTaken, .missingReference].contains(error.code) {
            throw try await place(of: error, in: store) ?? error
        }
    }

    /// Returns a closure that reads the next rows of a file.
    ///
    /// At the end it returns no rows.
    private func rows(of opened: OpenFile) -> @Sendable () throws -> [RowInsert] {
        let reader = Mutex(
            RecordReader(path: file.path, format: file.format, fields: R.fields.map(\.description)) { [self] in
                let bytes = try opened.nextChunk(limit: Self.pieceSize)
                readSize.add(bytes.count, ordering: .relaxed)
                return bytes
            })
        return { [keys] in
            try reader.withLock { reader in
                while let rows = try reader.next() {
                    let inserts = try rows.compactMap { row -> RowInsert? in
                        let id = row.id ?? keys.key(row.number)
                        guard let record = try reader.record(row, id: id, as: R.self) else { return nil }
                        // Insert the values from the file, because they already satisfy the fields' rules. Encoding the
                        // record again would take as long as decoding it.
                        return RowInsert(id: id, values: row.values, uniqueKey: record.uniqueKey)
                    }
                    if !inserts.isEmpty { return inserts }
                }
                return []
            }
        }
    }
}

extension FileImport {
    /// Returns the error with the position of the row that the store refused, or `nil` if the conflict no longer
    /// exists.
    @concurrent private func place(of error: StorageError, in store: any RecordStore) async throws -> RecordFileError? {
        guard let id = error.rowID else { return nil }
        let named = try firstTwo { row in row.id ?? self.keys.key(row.number) == id }
        guard let row = named.last else { return nil }
        let shown = FieldValue.quote(id)
        if let reference = error.reference {
            return fault(
                at: row, field: reference.field,
                "expected the id of a record of '\(reference.target)', got \(FieldValue.quote(reference.targetID)), which does "
                    + "not exist")
        }
        if named.count == 2 {
            return fault(
                at: row, field: "id",
                "expected an id that no other record has, got \(shown), the id of \(named[0].place)"
            )
        }
        if try await !store.rows(of: R.collection, ids: [id]).isEmpty {
            return fault(
                at: row, field: "id",
                "expected an id that no other record has, got \(shown), which is already stored; leave the id out to add "
                    + "a new record")
        }
        guard let key = try R(id: id, values: row.values).uniqueKey else { return nil }
        let alike = try firstTwo { try R(id: id, values: $0.values).uniqueKey == key }
        let owner = alike.count == 2 ? "is also the unique key of \(alike[0].place)" : "is already stored"
        return fault(at: alike.last ?? row, RecordReader.refusal(ofKey: key, which: owner))
    }

    private func fault(at row: RecordFileRow, field: String? = nil, _ message: String) -> RecordFileError {
        RecordFileError(path: file.path, faults: [.init(row.position, field: field, message)])
    }

    /// Reads the file again and returns the first two matching rows.
    private func firstTwo(_ isOfInterest: (RecordFileRow) throws -> Bool) throws -> [RecordFileRow] {
        let opened = try file.opened()
        let reader = RecordReader(path: file.path, format: file.format, fields: R.fields.map(\.description)) {
            try opened.nextChunk(limit: Self.pieceSize)
        }
        var found: [RecordFileRow] = []
        while found.count < 2, let rows = try reader.next() { found += try rows.filter(isOfInterest) }
        return Array(found.prefix(2))
    }
}

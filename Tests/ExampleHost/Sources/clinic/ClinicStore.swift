import FeatureKit
import FeatureStorage
import SQLiteStorage
import Synchronization

/// The store of the process, which opens when it is first used.
enum ClinicStore {
    private static let opened = Mutex<(any RecordStore)?>(nil)

    /// Returns the store in the file that `--database` or `CLINIC_DATABASE` names.
    ///
    /// - Throws: `StorageError` if the file cannot be opened.
    static func open(_ database: String?) throws -> any RecordStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let path = database ?? "clinic.sqlite"
            guard !path.contains("://") else {
                throw FeatureError(.serviceUnavailable, "expected the path of an SQLite file or memory for --database")
            }
            let store: any RecordStore = path == "memory" ? MemoryRecordStore() : try SQLiteRecordStore(path: path)
            opened = store
            return store
        }
    }

    /// Verifies that the store can be used.
    static func verify(_ database: String?) async throws {
        try await open(database).verify()
    }

    /// Closes the store, if it is open.
    static func close() async {
        let store = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        await store?.close()
    }
}

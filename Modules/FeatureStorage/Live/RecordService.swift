/// Reads, changes and follows the records of one launch.
///
/// A feature's service refines it; tests replace it with a stub.
///
/// ``Records`` conforms to it, so a feature whose service adds nothing declares it in two lines:
///
/// ```swift
/// public protocol KennelService: RecordService<Dog> {}
/// extension Records<Dog>: KennelService {}
/// ```
public protocol RecordService<R>: Sendable {
    /// The type of the records.
    associatedtype R: Record

    /// Returns records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The place to begin after; `nil` for the beginning.
    ///   - limit: How many records at most, from 1.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R>

    /// Inserts a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    func insert(_ record: R) async throws -> Stored<R>

    /// Changes the stored record with a key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to change the record whatever its revision.
    ///   - edit: Changes the record. It runs again if another change was saved first.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record is gone; ``StorageError``; what `edit` throws.
    func change(_ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void) async throws -> Stored<R>

    /// Removes the record with a key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to remove the record whatever its revision.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record is gone; ``StorageError``.
    func remove(_ id: String, seen revision: Int64?) async throws

    /// Returns all further changes, of every process; `nil` if nothing else can change the records.
    func changes() -> RecordChanges<R>?

    /// Makes a unique key for a new record.
    func makeID() -> String
}

extension RecordService {
    /// Makes a random key.
    public func makeID() -> String { RecordID.random() }
}

/// Reads, changes and follows the records of one launch: what a feature's service is, and what tests stand in for.
///
/// ``Records`` is one, so a feature whose service adds nothing of its own declares it in two lines:
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
    ///   - cursor: The place after which to begin; `nil` for the beginning.
    ///   - limit: How many records at most, from 1.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R>

    /// Adds a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` for a key or a unique key of another record.
    func insert(_ record: R) async throws -> Stored<R>

    /// Changes the record of a key, starting from what is stored at that moment.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to change the record whatever its revision.
    ///   - edit: Changes the record. Called again when another change was faster.
    /// - Throws: ``StaleRecord`` if the record has another revision or is gone; ``StorageError``; what `edit` throws.
    func change(_ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void) async throws -> Stored<R>

    /// Removes the record of a key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to remove the record whatever its revision.
    /// - Throws: ``StaleRecord`` if the record has another revision or is gone; ``StorageError``.
    func remove(_ id: String, seen revision: Int64?) async throws

    /// Returns the changes from now on, of every process; `nil` if nothing else can change the records.
    func changes() -> RecordChanges<R>?

    /// Makes the key of a new record.
    func makeID() -> String
}

extension RecordService {
    /// Makes a random key.
    public func makeID() -> String { RecordID.random() }
}

public import FeatureStorage

/// A record service whose answers the test sets.
///
/// It replaces everything below a presenter: the store, the files and the latency.
///
/// ```swift
/// let service = StubRecords<Dog>()
/// let presenter = DoggyPresenter(service: service)
/// service.load.fails(with: Closed())
/// ```
///
/// A feature's tests declare it as the feature's service: `extension StubRecords<Dog>: DoggyService {}`.
public struct StubRecords<R: Record>: RecordService {
    /// The answer of ``page(after:limit:)``: records with the revisions 1, 2, ….
    ///
    /// The default answer is the sample.
    public let load: Stub<Void, [R]>
    /// The answer of ``insert(_:)``.
    ///
    /// The default answer is the inserted record with revision 100.
    public let insertion = Stub<R, Stored<R>> { Stored($0, revision: 100) }
    private let feed: RecordChanges<R>?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - records: The default result of a load.
    ///   - changes: The result of ``changes()``.
    public init(_ records: [R] = R.sample, changes: RecordChanges<R>? = nil) {
        (load, feed) = (Stub(returning: records), changes)
    }

    /// Returns the result of ``load`` as one page.
    public func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        RecordPage(try await load())
    }

    /// Returns the answer of ``insertion``.
    public func insert(_ record: R) async throws -> Stored<R> { try await insertion(record) }

    /// Edits a record from the result of ``load`` and returns it with revision 100.
    ///
    /// - Throws: `StaleRecord` if the revision differs or the result of ``load`` has no such record; any error of
    ///   `edit`.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        var record = try await current(id, seen: revision).record
        try edit(&record)
        return Stored(record, revision: 100)
    }

    /// Checks that the record exists with the expected revision, but does not remove it.
    ///
    /// - Throws: `StaleRecord` if the revision differs or the result of ``load`` has no such record.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        _ = try await current(id, seen: revision)
    }

    /// Returns the changes passed to the initializer.
    public func changes() -> RecordChanges<R>? { feed }

    /// Returns the key `new`.
    public func makeID() -> String { "new" }

    private func current(_ id: String, seen revision: Int64?) async throws -> Stored<R> {
        let stored = RecordPage(try await load()).records.first { $0.id == id }
        guard let stored, revision == nil || revision == stored.revision else {
            throw StaleRecord(id: id, current: stored)
        }
        return stored
    }
}

public import FeatureStorage

/// A record service with answers set by the test; below a presenter, it replaces store, file and latency.
///
/// ```swift
/// let service = StubRecords<Dog>()
/// let presenter = DoggyPresenter(service: service)
/// service.load.fails(with: Closed())
/// ```
///
/// A feature's tests make it the feature's service: `extension StubRecords<Dog>: DoggyService {}`.
public struct StubRecords<R: Record>: RecordService {
    /// Answers ``page(after:limit:)``, with records of the revisions 1, 2, …; the default answer is the sample.
    public let load: Stub<Void, [R]>
    /// Answers ``insert(_:)``; the default answer is the record at revision 100.
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

    /// Edits a record from the result of ``load`` and returns it at revision 100.
    ///
    /// - Throws: `StaleRecord` if the revision differs or ``load`` has no such record; what `edit` throws.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        var record = try await current(id, seen: revision).record
        try edit(&record)
        return Stored(record, revision: 100)
    }

    /// Checks the record and its revision; removes nothing.
    ///
    /// - Throws: `StaleRecord` if the revision differs or ``load`` has no such record.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        _ = try await current(id, seen: revision)
    }

    /// Returns the changes given to the initializer.
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

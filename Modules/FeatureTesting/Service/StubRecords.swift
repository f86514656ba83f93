public import FeatureStorage

/// A service of records that answers what a test wants; below a presenter, it replaces store, file and latency.
///
/// ```swift
/// let service = StubRecords<Dog>()
/// let presenter = DoggyPresenter(service: service)
/// service.load.fails(with: Closed())
/// ```
///
/// A feature's tests declare it to be the feature's service: `extension StubRecords<Dog>: DoggyService {}`.
public struct StubRecords<R: Record>: RecordService {
    /// Answers ``page(after:limit:)`` with records of the revisions 1, 2, …; with the sample unless told otherwise.
    public let load: Stub<Void, [R]>
    /// Answers ``insert(_:)``; with the record at revision 100 unless told otherwise.
    public let insertion = Stub<R, Stored<R>> { Stored($0, revision: 100) }
    private let feed: RecordChanges<R>?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - records: What a load returns until it is told otherwise.
    ///   - changes: What ``changes()`` returns.
    public init(_ records: [R] = R.sample, changes: RecordChanges<R>? = nil) {
        (load, feed) = (Stub(returning: records), changes)
    }

    /// Returns one page of all records that ``load`` answers.
    public func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        RecordPage(try await load())
    }

    /// Answers as ``insertion`` says.
    public func insert(_ record: R) async throws -> Stored<R> { try await insertion(record) }

    /// Edits the record of a key among those that ``load`` answers and returns it at revision 100.
    ///
    /// - Throws: `StaleRecord` if it has another revision or is not among them; what `edit` throws.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        var record = try await current(id, seen: revision).record
        try edit(&record)
        return Stored(record, revision: 100)
    }

    /// Removes nothing, but refuses what a store would refuse.
    ///
    /// - Throws: `StaleRecord` if the record has another revision or is not among those that ``load`` answers.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        _ = try await current(id, seen: revision)
    }

    /// Returns what the stub was created with.
    public func changes() -> RecordChanges<R>? { feed }

    /// Makes the key `new`.
    public func makeID() -> String { "new" }

    private func current(_ id: String, seen revision: Int64?) async throws -> Stored<R> {
        let stored = RecordPage(try await load()).records.first { $0.id == id }
        guard let stored, revision == nil || revision == stored.revision else {
            throw StaleRecord(id: id, current: stored)
        }
        return stored
    }
}

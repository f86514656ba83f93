import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveRecordsTests {
    private let service = StubRecords([Pet(id: "a", n: 1), Pet(id: "b", n: 2)])

    /// Records the events that a presenter receives.
    private final class Presenter: ListPresenter {
        let records: LiveRecords<Pet>
        private(set) var events: [LiveRecords<Pet>.Event] = []

        init(_ service: some RecordService<Pet>) {
            records = LiveRecords(service, named: "pets")
            records.report(to: self, by: Presenter.show)
        }

        func takeEvents() -> [LiveRecords<Pet>.Event] {
            defer { events = [] }
            return events
        }

        private func show(_ event: LiveRecords<Pet>.Event) { events.append(event) }
    }

    private struct Away: Error, CustomStringConvertible {
        let description = "the zoo is closed"
    }

    private func loaded() async -> Presenter {
        let presenter = Presenter(service)
        await presenter.load()
        _ = presenter.takeEvents()
        return presenter
    }

    private func records(_ pets: [(String, Int, Int64)]) -> LiveRecords<Pet>.Event {
        .records(pets.map { Stored(Pet(id: $0, n: $1), revision: $2) }, hasMore: false)
    }

    private var both: LiveRecords<Pet>.Event { records([("a", 1, 1), ("b", 2, 2)]) }

    @Test func `A load reports its start, its end and the records`() async {
        let presenter = Presenter(service)
        await presenter.load()
        #expect(presenter.events == [.loading, .loaded, both])
    }

    @Test func `A failed load reports a failure, not an empty list`() async {
        service.load.fails(with: Away())
        let presenter = Presenter(service)
        await presenter.load()
        #expect(presenter.events == [.loading, .loaded, .failed("The pets could not be loaded: the zoo is closed")])
    }

    @Test func `A cancelled load reports no further event, whether it fails or succeeds`() async {
        service.load.failsOnce(with: CancellationError())
        let presenter = Presenter(service)
        await presenter.load()
        #expect(presenter.takeEvents() == [.loading])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let presenter = Presenter(service)
            await presenter.load()
            return presenter.events == [.loading]
        }
        #expect(await task.value)
    }

    @Test func `An inserted record appears after the other records without another load`() async throws {
        let presenter = await loaded()
        try await presenter.records.insert(Pet(id: presenter.records.makeID(), n: 3))
        #expect(presenter.events == [records([("a", 1, 1), ("b", 2, 2), ("new", 3, 100)])])
        #expect(service.load.callCount == 1)
    }

    @Test func `An insertion after a failed load reloads the list`() async throws {
        service.load.failsOnce(with: Away())
        let presenter = Presenter(service)
        await presenter.load()
        _ = presenter.takeEvents()
        try await presenter.records.insert(Pet(id: "c", n: 3))
        #expect(presenter.events == [.loading, .loaded, both])
    }

    @Test func `Inserting a taken unique key throws the feature's error, or the store's error by default`() async {
        let taken = StorageError(.alreadyTaken, "taken")
        service.insertion.fails(with: taken)
        let plain = Presenter(service)
        await #expect(throws: taken) { try await plain.records.insert(Pet(id: "c", n: 3)) }
        // A pet with a negative number has a unique key.
        let store = RecordCollection<Pet>(
            store: MemoryRecordStore(), sample: [Pet(id: "a", n: 1), Pet(id: "b", n: -1)])
        let worded = LiveRecords(store, named: "pets") { InputRefused(["n": "\($0.n) is taken"]) }
        await #expect(throws: InputRefused(["n": "-3 is taken"])) { try await worded.insert(Pet(id: "c", n: -3)) }
        await #expect(throws: InputRefused(["n": "-4 is taken"])) { try await worded.change("a") { $0.n = -4 } }
    }

    @Test func `A refused insertion throws and reports no event`() async {
        service.insertion.fails(with: Away())
        let presenter = await loaded()
        await #expect(throws: Away.self) { try await presenter.records.insert(Pet(id: "c", n: 3)) }
        #expect(presenter.events == [])
    }

    @Test func `A changed record keeps its position, and a removed record disappears`() async throws {
        let presenter = await loaded()
        try await presenter.records.change("a", seen: 1) { $0.n = 7 }
        #expect(presenter.takeEvents() == [records([("a", 7, 100), ("b", 2, 2)])])
        try await presenter.records.remove("b")
        #expect(presenter.events == [records([("a", 7, 100)])])
    }

    @Test func `A record can be changed before the list is loaded`() async throws {
        let presenter = Presenter(service)
        await #expect(throws: Away.self) { try await presenter.records.change("a") { _ in throw Away() } }
        try await presenter.records.change("a") { $0.n = 7 }
        #expect(presenter.events == [])
    }

    @Test func `A stale change is refused and shows the current record`() async {
        let presenter = await loaded()
        service.load.returns([Pet(id: "x"), Pet(id: "y"), Pet(id: "a", n: 9)])
        let refusal = InputRefused(["id": "\(StaleRecord(id: "a", current: Stored(Pet(id: "a"), revision: 3)))"])
        await #expect(throws: refusal) { try await presenter.records.change("a", seen: 1) { $0.n = 7 } }
        #expect(presenter.takeEvents() == [records([("a", 9, 3), ("b", 2, 2)])])
        await #expect(throws: refusal) { try await presenter.records.remove("a", seen: 1) }
        #expect(presenter.takeEvents() == [records([("a", 9, 3), ("b", 2, 2)])])
    }

    @Test func `A change to a removed record is refused, and the record disappears`() async {
        let presenter = await loaded()
        service.load.returns([])
        let refusal = InputRefused(["id": "\(StaleRecord<Pet>(id: "a", current: nil))"])
        await #expect(throws: refusal) { try await presenter.records.change("a") { $0.n = 7 } }
        #expect(presenter.takeEvents() == [records([("b", 2, 2)])])
        await #expect(throws: refusal) { try await presenter.records.remove("a") }
    }

    @Test func `An error thrown by the edit closure reaches the caller and reports no event`() async {
        let presenter = await loaded()
        await #expect(throws: Away.self) { try await presenter.records.change("a") { _ in throw Away() } }
        #expect(presenter.events == [])
    }

    @Test func `The list shows changes by other sessions and skips notifications of its own changes`() async throws {
        let presenter = await loaded()
        try await presenter.records.change("a") { $0.n = 7 }
        _ = presenter.takeEvents()
        await presenter.follow(.updated(Stored(Pet(id: "a", n: 7), revision: 100)))
        #expect(presenter.takeEvents() == [])
        await presenter.follow(.deleted(id: "b", revision: 101))
        #expect(presenter.takeEvents() == [records([("a", 7, 100)])])
    }

    @Test func `The list reloads after missed changes, and shows a failure until a load succeeds`() async {
        let presenter = await loaded()
        service.load.failsOnce(with: Away())
        await presenter.follow(.reset)
        #expect(presenter.takeEvents() == [.failed("The pets could not be loaded again: the zoo is closed")])
        await presenter.follow(.deleted(id: "a", revision: 9))
        #expect(presenter.takeEvents() == [.loading, .loaded, both])
        await presenter.follow(.reset)
        #expect(presenter.takeEvents() == [both])
    }

    @Test func `After a failed reload, the next reset reloads the complete list`() async {
        let presenter = await loaded()
        service.load.failsOnce(with: Away())
        await presenter.follow(.reset)
        _ = presenter.takeEvents()
        await presenter.follow(.reset)
        #expect(presenter.takeEvents() == [.loading, .loaded, both])
        await presenter.follow(.interrupted("nobody answers"))
        #expect(
            presenter.events == [
                .notice(Notice("The pets may be out of date for a while: nobody answers", tone: .warning))
            ])
    }

    @Test func `A notice reports an outage of the store once, and another notice reports its end`() async {
        let presenter = await loaded()
        await presenter.follow(.interrupted("nobody answers"))
        await presenter.follow(.resumed)
        #expect(
            presenter.events == [
                .notice(Notice("The pets may be out of date for a while: nobody answers", tone: .warning)),
                .notice(Notice("The pets are up to date again.", tone: .positive)),
            ])
    }

    @Test func `A failed load is retried when the store is available again, and no second notice is shown`() async {
        service.load.failsOnce(with: Away())
        let presenter = Presenter(service)
        await presenter.load()
        _ = presenter.takeEvents()
        await presenter.follow(.interrupted("nobody answers"))
        #expect(presenter.takeEvents() == [])
        await presenter.follow(.resumed)
        #expect(presenter.events == [.loading, .loaded, both])
    }

    @Test func `The list leaves out unreadable records and reports them, both in pages and in changes`() async throws {
        let store = MemoryRecordStore()
        let rows = [RowInsert(Pet(id: "a", n: 1)), RowInsert(id: "b", values: ["n": "two"])]
        try await store.fillOnce(Pet.collection, with: rows)
        let presenter = Presenter(RecordCollection<Pet>(store: store))
        await presenter.load()
        #expect(presenter.events.dropLast() == [.loading, .loaded, records([("a", 1, 1)])])
        guard case .notice(let notice)? = presenter.takeEvents().last else { return #expect(Bool(false)) }
        #expect(notice.tone == .warning)
        let row = StoredRow(id: "a", values: [:], revision: 9)
        await presenter.follow(.misfit(Misfit(row, reason: "no number")))
        guard case .notice? = presenter.events.last else { return #expect(Bool(false)) }
        #expect(presenter.events.dropLast() == [records([])])
    }

    @Test func `The list reports no event for changes before the first load`() async {
        let presenter = Presenter(service)
        await presenter.follow(.reset)
        await presenter.follow(.inserted(Stored(Pet(id: "c"), revision: 3)))
        #expect(presenter.events == [])
    }

    @Test func `Pages are appended in order, and the list offers to load more until the last page`() async throws {
        let store = MemoryRecordStore()
        try await store.fillOnce(Pet.collection, with: (1...120).map { RowInsert(Pet(id: "\($0)", n: $0)) })
        let resources = RecordResources(store: { store }, files: NoFiles())
        let options = try [RecordSource.option.description, RecordSource.latencyOption.description].check([:])
        let presenter = Presenter(try resources.records(of: Pet.self, for: options))
        await presenter.load()
        var shown: [(Int, Bool)] = []
        for _ in 1...3 {
            if case .records(let records, let hasMore) = presenter.events.last {
                shown.append((records.count, hasMore))
            }
            try await presenter.loadMore()
        }
        #expect(shown.map(\.0) == [50, 100, 120] && shown.map(\.1) == [true, true, false])
        let count = presenter.events.count
        try await presenter.loadMore()
        #expect(presenter.events.count == count)
    }

    @Test func `The list does not retain its presenter, but a running load does`() async throws {
        weak var presenter: Presenter?
        do { presenter = await loaded() }
        #expect(presenter == nil)
        let loading = Loading(service)
        async let load: Void = loading.load()
        let call = try await service.load.call(2)
        #expect(await !loading.dropPresenter())
        call.answer(with: [])
        await load
        #expect(await loading.isPresenterGone)
    }

    /// An actor that runs a presenter in place of a session.
    private actor Loading {
        private var presenter: Presenter?
        private weak var gone: Presenter?

        init(_ service: StubRecords<Pet>) {
            service.load.holds()
            let presenter = Presenter(service)
            (self.presenter, gone) = (presenter, presenter)
        }

        var isPresenterGone: Bool { gone == nil }

        func load() async { await presenter?.load() }

        /// Releases the presenter and returns whether it is deallocated immediately.
        func dropPresenter() -> Bool {
            presenter = nil
            return isPresenterGone
        }
    }
}

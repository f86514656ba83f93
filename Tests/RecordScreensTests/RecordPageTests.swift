import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the page of a stored record.
@Suite(.timeLimit(.minutes(5))) struct RecordPageTests {
    private let service: StubRecords<Animal>
    private let changes: ChangeSource<RecordChange<Animal>>

    init() {
        let (feed, source) = RecordChanges<Animal>.make(limit: 100, missed: .reset) {}
        (service, changes) = (StubRecords<Animal>(changes: feed), source)
    }

    private var feature: ZooFeature { ZooFeature { [service] _ in service } }
    private let bee = Stored(Animal(id: "2", name: "Bee", legs: 6), revision: 2)

    private struct Away: Error, CustomStringConvertible {
        let description = "the zoo is closed"
    }

    /// Runs a scenario that has loaded the page of the bee.
    private func withBee(_ body: (Scenario) async throws -> Void) async throws {
        try await withScenario(of: feature, options: ["id": "2"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            #expect(zoo.screen == ZooFeature.page(bee))
            try await body(zoo)
        }
    }

    private func showDeleted(_ screen: inout Screen) {
        (screen.tone, screen.buttons) = (.plain, ZooFeature.steps(from: "2"))
        screen.elements = [.placeholder(id: "deleted", "The Bee was deleted.")]
        if let list = screen.up { screen.elements.append(.link(id: "list", "Back to Zoo", opens: list)) }
    }

    private func missing(_ message: String) -> Phase { .failed(message, retry: ZooFeature.refresh) }

    @Test func `Each row of a list links to the page of its record`() async throws {
        try await withScenario(of: feature, options: ["latency": "1s"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            let rows = RecordPage(Animal.sample).records.map { ZooFeature.row($0, ["latency": "1s"]) }
            #expect(zoo.screen.lists.first?.rows == rows)
            #expect(zoo.screen.up == nil && zoo.screen.address == nil)
        }
    }

    @Test func `The page of a record shows its fields, the title and buttons of its row, and the way up`() async throws
    {
        try await withScenario(of: feature, options: ["id": "2", "latency": "1s"]) { zoo in
            let up = FeatureLink(feature: "zoo", options: ["latency": "1s"], title: "Zoo")
            await zoo.expect(Screen(title: "Zoo", up: up))
            try await zoo.start()
            await zoo.expect(ZooFeature.page(bee, ["latency": "1s"]))
        }
        try await withScenario(of: feature, options: ["id": "3"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            #expect(zoo.screen == ZooFeature.page(Stored(Animal(id: "3", name: "Carp"), revision: 3)))
        }
    }

    @Test func `A launch with an unknown key fails, and shows the record when it is inserted`() async throws {
        try await withScenario(of: feature, options: ["id": "nine"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            #expect(zoo.screen.phase == .failed(message: "There is no record \"nine\". It may have been deleted."))
            #expect(zoo.screen.elements.map(\.id) == ["list"] && zoo.screen.up != nil)
            let nine = Stored(Animal(id: "nine", name: "Newt"), revision: 1)
            service.load.returns([nine.record])
            changes.send([.deleted(id: "1", revision: 8), .inserted(nine)])
            await zoo.skipFrames { $0.phase == .ready }
            #expect(zoo.screen == ZooFeature.page(nine))
            #expect(service.load.callCount == 2)
        }
    }

    @Test func `The page shows changes of its record, and ignores changes of other records`() async throws {
        try await withBee { zoo in
            let wasp = Stored(Animal(id: "2", name: "Wasp", legs: 6), revision: 9)
            changes.send([
                .inserted(Stored(Animal(id: "4", name: "Dog"), revision: 7)), .deleted(id: "1", revision: 8),
                .updated(wasp), .updated(bee),
            ])
            await zoo.expect(ZooFeature.page(wasp))
        }
    }

    @Test func `The page shows its own change once`() async throws {
        try await withBee { zoo in
            let wasp = Stored(Animal(id: "2", name: "Wasp", legs: 6), revision: 100)
            try await zoo.submit("Rename", ["name": "Wasp"]) { $0 = ZooFeature.page(wasp) }
            changes.send([.updated(wasp)])
        }
    }

    @Test func `A stale change of the record is refused and shows the current record`() async throws {
        try await withBee { zoo in
            service.load.returns([
                Animal(id: "1", name: "Ape"), Animal(id: "x", name: "X"), Animal(id: "2", name: "Wasp"),
            ])
            let message = "the record has changed since you loaded it; check its new values and try again"
            try await zoo.submit("Rename", ["name": "Hornet"], refused: ["id": message])
            await zoo.expect(ZooFeature.page(Stored(Animal(id: "2", name: "Wasp"), revision: 3)))
        }
    }

    @Test func `A deletion elsewhere replaces the fields, and the record can come back`() async throws {
        try await withBee { zoo in
            changes.send([.deleted(id: "2", revision: 9)])
            await zoo.expect(showDeleted)
            let again = Stored(Animal(id: "2", name: "Bee", legs: 6), revision: 10)
            changes.send([.inserted(again)])
            await zoo.expect(ZooFeature.page(again))
        }
    }

    @Test func `A deletion on the page leads to the list, and another record can be inserted`() async throws {
        try await withBee { zoo in
            try await zoo.perform("remove", ["id": "2"])
            await zoo.expect(showDeleted)
            zoo.expectOpened(FeatureLink(feature: "zoo"))
            changes.send([.deleted(id: "2", revision: 9)])
            try await zoo.perform("add", ["id": "4", "name": "Dog"])
        }
    }

    @Test func `The page says that its record was deleted among missed changes, and a refresh keeps that`() async throws
    {
        try await withBee { zoo in
            service.load.returns([])
            changes.send([.reset])
            await zoo.expect(showDeleted)
            try await zoo.perform("refresh")
            await zoo.skipToSettled()
            #expect(zoo.screen.phase == .ready && zoo.screen.elements.first?.id == "deleted")
        }
    }

    @Test func `The page says what does not fit, and shows the record once it fits`() async throws {
        try await withBee { zoo in
            let row = StoredRow(id: "2", values: ["name": "Bee", "legs": "six"], revision: 9)
            let other = StoredRow(id: "1", values: [:], revision: 8)
            changes.send([
                .misfit(Misfit(other, reason: "")), .misfit(Misfit(row, reason: "legs: expected a whole number")),
            ])
            await zoo.skipFrames { $0.tone == .warning }
            #expect(zoo.screen.title == "Bee" && zoo.screen.phase == .ready)
            #expect(zoo.screen.elements.first?.id == "misfit")
            let wasp = Stored(Animal(id: "2", name: "Wasp"), revision: 2)
            service.load.returns([Animal(id: "1", name: "Ape"), wasp.record])
            changes.send([.deleted(id: "1", revision: 10), .updated(Stored(wasp.record, revision: 11))])
            await zoo.skipFrames { $0.tone == .plain }
            #expect(zoo.screen == ZooFeature.page(wasp))
        }
    }

    @Test func `The page reports an outage of the store, and loads again after a failed load`() async throws {
        try await withBee { zoo in
            changes.send([.interrupted("nobody answers")])
            await zoo.expectNotice("The animals may be out of date for a while: nobody answers", tone: .warning)
            service.load.failsOnce(with: Away())
            changes.send([.reset])
            await zoo.expect { $0.phase = missing("The animals could not be loaded again: the zoo is closed") }
            changes.send([.resumed])
            await zoo.skipFrames { $0.phase == .ready }
            #expect(zoo.screen == ZooFeature.page(bee))
        }
    }

    @Test func `A failed first load shows the failure, and a refresh shows the record`() async throws {
        service.load.failsOnce(with: Away())
        try await withScenario(of: feature, options: ["id": "2"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            #expect(zoo.screen.phase == missing("The animals could not be loaded: the zoo is closed"))
            try await zoo.press("Try again")
            await zoo.skipToSettled()
            #expect(zoo.screen == ZooFeature.page(bee))
        }
    }

    @Test func `A session with stored records refuses to browse to a record`() async throws {
        try await withBee { zoo in
            let call = try await zoo.begin(.perform("visit", ["id": "1"]))
            let error = await #expect(throws: InputRefused.self) { try await call.answer() }
            #expect(error?.fields == ["id": "a stored record needs a launch with the option 'id'"])
            try await zoo.perform("visit")
            #expect(try await zoo.session.route(to: ["id": "2"]) == .here)
            #expect(try await zoo.session.route(to: ["id": "1"]) == .launch)
            #expect(try await zoo.session.route(to: [:]) == .launch)
        }
    }
}

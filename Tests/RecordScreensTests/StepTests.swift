import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordScreens
import Testing

/// Tests of the way from the page of a record to its neighbours in the list.
@Suite(.timeLimit(.minutes(5))) struct StepTests {
    private let store = MemoryRecordStore()
    private let clock = ManualClock()

    private var library: LibraryFeature { LibraryFeature(store: store) }
    private var zoo: ZooFeature { ZooFeature(RecordResources(store: { [store] in store }, files: NoFiles())) }

    private func withSession(
        of feature: any Feature, _ options: [String: FieldValue], _ body: (Session) async throws -> Void
    ) async throws {
        try await FeatureKit.withSession(of: feature, options: options, clock: clock) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    private func step(_ step: String, from id: String, in session: Session) async throws -> Answer {
        try await session.perform("visit", ["id": .text(id), "step": .text(step)])
    }

    /// Returns the options of the place to which a step leads; `nil` if it leads nowhere.
    private func place(
        _ feature: any Feature, _ step: String, _ options: [String: FieldValue]
    ) async throws -> [String: FieldValue]? {
        var place: [String: FieldValue]?
        try await withSession(of: feature, options) { session in
            let button = try #require(await session.frame.screen.buttons.first { $0.role.rawValue == step })
            place = try await session.perform(button.action, button.arguments).opens?.options
        }
        return place
    }

    @Test func `The page of a record has a button for each neighbour, and a list has none`() async throws {
        try await withSession(of: zoo, ["id": "2"]) { session in
            let steps = await session.frame.screen.buttons.suffix(2)
            #expect(steps.map(\.title) == ["Previous", "Next"] && steps.map(\.role) == [.previous, .next])
            #expect(steps.map(\.arguments) == ["previous", "next"].map { ["id": "2", "step": .text($0)] })
        }
        try await withSession(of: zoo, [:]) { session in
            #expect(await !session.frame.screen.buttons.contains { $0.role == .next || $0.role == .previous })
        }
    }

    @Test(
        arguments: [
            [:], ["search": "olume 12"], ["order": "name"], ["order": "name", "descending": true], ["descending": true],
            ["search": "7", "order": "name", "descending": true],
        ] as [[String: FieldValue]])
    func `Stepping from page to page leads through the list in its order, and back`(
        options: [String: FieldValue]
    ) async throws {
        var ids: [String] = []
        try await withSession(of: library, options) { session in
            ids = await session.frame.screen.lists[0].rows.prefix(12).map(\.id)
        }
        #expect(ids.count == 12)
        for (id, next) in zip(ids, ids.dropFirst()) {
            let options = options.merging(["id": .text(id)]) { $1 }
            #expect(try await place(library, "next", options) == options.merging(["id": .text(next)]) { $1 })
            let back = options.merging(["id": .text(next)]) { $1 }
            #expect(try await place(library, "previous", back) == options)
        }
    }

    @Test func `At the ends of the list, a step says so and leads nowhere`() async throws {
        for (id, step, side) in [("1", "previous", "before"), ("3", "next", "after")] {
            try await withSession(of: zoo, ["id": .text(id)]) { session in
                let frame = await session.frame
                let answer = try await self.step(step, from: id, in: session)
                #expect(answer.notices.map(\.text) == ["There are no animals \(side) this one in the list."])
                #expect(answer.opens == nil && answer.frame.screen == frame.screen)
            }
        }
    }

    @Test func `From a record that was deleted, a step goes on from its last place`() async throws {
        let options: [String: FieldValue] = ["id": "2", "order": "name"]
        try await withSession(of: PennedZoo(zoo), options) { session in
            let removed = try await session.perform("remove", ["id": "2"]).frame.screen
            #expect(removed.elements.first == .placeholder(id: "deleted", "The Bee was deleted."))
            #expect(removed.buttons.map(\.role) == [.previous, .next])
            #expect(try await step("next", from: "2", in: session).opens?.options["id"] == "3")
            #expect(try await step("previous", from: "2", in: session).opens?.options["id"] == "1")
        }
    }

    @Test func `From a record that no longer matches the search, a step leads to its neighbours in the search`()
        async throws
    {
        let options: [String: FieldValue] = ["search": "volume 2", "id": "3"]
        #expect(try await place(library, "next", options) == ["search": "volume 2", "id": "12"])
        #expect(try await place(library, "previous", options) == ["search": "volume 2", "id": "2"])
    }

    @Test func `A record that has moved in the order counts at its new place`() async throws {
        try await withSession(of: zoo, ["id": "1"]) { _ in }
        try await withSession(of: PennedZoo(zoo), ["order": "name", "id": "1"]) { session in
            _ = try await session.perform("rename", ["id": "1", "name": "Bat"])
            #expect(try await step("next", from: "1", in: session).opens?.options["id"] == "2")
            _ = try await session.perform("rename", ["id": "1", "name": "Cat"])
            #expect(try await step("next", from: "1", in: session).opens == nil)
            #expect(try await step("previous", from: "1", in: session).opens?.options["id"] == "3")
        }
    }

    @Test func `Within a copy, a step shows the neighbour in the same session, whatever it shows now`() async throws {
        try await withSession(of: zoo, ["source": "sample", "id": "1"]) { session in
            var answer = try await step("next", from: "1", in: session)
            #expect(answer.opens == nil && answer.frame.screen.title == "The Bee")
            #expect(answer.frame.screen.address == ["source": "sample", "id": "2"])
            // Another viewer of the session has still seen the first record.
            answer = try await step("next", from: "1", in: session)
            #expect(answer.frame.screen.title == "The Bee" && answer.notices == [])
            answer = try await session.perform("visit", ["step": "next"])
            #expect(answer.frame.screen.title == "The Carp")
            answer = try await step("next", from: "3", in: session)
            #expect(answer.frame.screen.title == "The Carp" && answer.notices.count == 1)
            let list = try await session.perform(Call("visit", emptied: ["id"])).frame.screen
            #expect(list.lists.first?.rows.count == 3)
        }
    }

    @Test func `Without an action that takes back, the history has no buttons, and stays after changes`() async throws {
        try await withSession(of: LibraryFeature(), ["history": true]) { session in
            for name in ["First", "Second"] {
                let screen = try await session.perform("rename", ["id": "1", "name": .text(name)]).frame.screen
                let rows = screen.lists.first?.rows ?? []
                #expect(screen.title == "History" && screen.buttons.isEmpty)
                #expect(rows.first?.title.hasSuffix("to \"\(name)\".") == true, "\(rows.map(\.title))")
                #expect(!rows.contains { !$0.buttons.isEmpty })
            }
        }
    }

    @Test func `A step from no record, or from a record that does not exist, is refused in words`() async throws {
        try await withSession(of: zoo, [:]) { session in
            var error = await #expect(throws: InputRefused.self) {
                try await session.perform("visit", ["step": "next"])
            }
            #expect(error?.fields == ["id": "the list is shown; give the key of a record"])
            error = await #expect(throws: InputRefused.self) { try await step("next", from: "9", in: session) }
            #expect(error?.fields == ["id": "There is no record \"9\". It may have been deleted."])
            let opened = try await step("next", from: "2", in: session).opens
            #expect(opened == FeatureLink(feature: "zoo", options: ["id": "3"]))
            error = await #expect(throws: InputRefused.self) { try await step("up", from: "2", in: session) }
            #expect(error?.fields == ["step": "expected one of next, previous, got \"up\""])
        }
    }

    @Test func `A step leads to a record that does not fit, and on from it`() async throws {
        try await withSession(of: zoo, [:]) { _ in }
        let broken = RowInsert(id: "broken", values: ["name": .integer(7)])
        _ = try await store.write(
            [.insert(broken), .insert(RowInsert(id: "4", values: ["name": "Dog"]))], to: Animal.collection)
        #expect(try await place(zoo, "next", ["id": "3"])?["id"] == "broken")
        #expect(try await place(zoo, "next", ["id": "broken"])?["id"] == "4")
        #expect(try await place(zoo, "previous", ["id": "4"])?["id"] == "broken")
        #expect(try await place(zoo, "previous", ["id": "broken"])?["id"] == "3")
    }
}

/// The zoo, whose list can be ordered.
private struct PennedZoo: Feature {
    static let browsing = RecordBrowsing(of: Animal.self)
    static let manifest = FeatureManifest(
        id: "zoo", title: "Zoo", summary: "Lists animals.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: ZooFeature.refresh, ZooFeature.more, browsing.action, ZooFeature.add, ZooFeature.rename,
        ZooFeature.edit, ZooFeature.remove, RecordDetail.visit)

    private let zoo: ZooFeature

    init(_ zoo: ZooFeature) { self.zoo = zoo }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        try zoo.launch(on: stage, options: options, as: Self.manifest, by: Self.browsing)
    }
}

import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of searching, filtering and ordering the dogs.
@Suite(.timeLimit(.minutes(5))) struct DoggyBrowsingTests {
    private let store = MemoryRecordStore()

    /// Returns a feature with 503 stored dogs.
    private func feature() async throws -> DoggyFeature {
        let dogs = (1...503).map { number in
            RowInsert(
                id: "\(number)",
                values: [
                    "name": .text("Dog \(number)"), "breed": number.isMultiple(of: 100) ? "Bulldog" : "Labrador",
                    "age": .integer(number % 10),
                ])
        }
        try await store.fillOnce("Dog", with: dogs)
        return DoggyFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
    }

    private func titles(_ doggy: Scenario) -> [String] { doggy.screen.lists.first?.rows.map(\.title) ?? [] }

    @Test func `one search finds the dog called 497 among 503 dogs`() async throws {
        try await withScenario(of: feature()) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            #expect(doggy.screen.lists.first?.total == .init(503))
            try await doggy.fill("browse", with: ["search": "497"])
            await doggy.skipToSettled()
            #expect(titles(doggy) == ["Dog 497 Labrador"])
            #expect(doggy.screen.lists.first?.total == .init(1))
            #expect(doggy.screen.address == ["search": "497"])
        }
    }

    @Test func `the number of shown dogs stays true after an adoption in a long list`() async throws {
        try await withScenario(of: feature()) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            try await doggy.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 1])
            await doggy.skipToSettled()
            // The dogs 51 to 503 are not loaded, but the new dog is shown.
            #expect(titles(doggy).suffix(2) == ["Dog 50 Labrador", "Rex Bulldog"])
            #expect(doggy.screen.lists.first?.total == .init(504, apart: 1))
        }
    }

    @Test func `launch options search, filter and order`() async throws {
        let options: [String: FieldValue] = [
            "search": "dog", "breed": .texts(["Bulldog"]), "order": "name", "descending": true,
        ]
        try await withScenario(of: feature(), options: options) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            #expect(titles(doggy) == [500, 400, 300, 200, 100].map { "Dog \($0) Bulldog" })
            let columns = doggy.screen.lists.first?.columns
            #expect(columns?.first?.sorted == .down && columns?.last?.sorted == nil)
            #expect(columns?.first?.sort?.arguments == ["order": "name", "descending": false])
        }
    }

    @Test func `a search without a match says so, and links to all dogs`() async throws {
        try await withScenario(of: feature(), options: ["search": "zebra"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            let elements = doggy.screen.elements
            #expect(elements.count == 3)
            #expect(elements.dropFirst().first == .placeholder(id: "empty", "Nothing matches your search."))
            #expect(elements.last == .link(id: "all", "Show all", opens: FeatureLink(feature: "doggy")))
        }
    }

    @Test func `a new dog that the search hides is announced with a link to its page`() async throws {
        try await withScenario(of: feature(), options: ["search": "497"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            try await doggy.submit("Adopt a dog", ["name": "Rex", "breed": "Bulldog", "age": 3])
            await doggy.skipToSettled()
            #expect(titles(doggy) == ["Dog 497 Labrador"])
            let id = try #require(await store.page(of: "Dog", after: nil, limit: 1_000).rows.last?.id)
            let link = FeatureLink(feature: "doggy", options: ["id": .text(id), "search": "497"], title: "Show")
            await doggy.expectNotice(#""Rex" was added. Your search hides it."#, tone: .positive, opens: link)
        }
    }

    @Test func `a new or renamed dog whose place is further down is announced with a link to its page`() async throws {
        try await withScenario(of: feature(), options: ["order": "name"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            let first = try #require(titles(doggy).first)
            try await doggy.submit("Adopt a dog", ["name": "Zoe", "breed": "Bulldog", "age": 3])
            await doggy.skipToSettled()
            #expect(titles(doggy).count == 50 && titles(doggy).first == first)
            let id = try #require(await store.page(of: "Dog", after: nil, limit: 1_000).rows.last?.id)
            let further = "Its place is further down in this order."
            await doggy.expectNotice(
                #""Zoe" was added. "# + further, tone: .positive,
                opens: FeatureLink(feature: "doggy", options: ["id": .text(id), "order": "name"], title: "Show"))
            let renamed = try #require(doggy.screen.lists.first?.rows.first?.id)
            try await doggy.perform("edit", ["id": .text(renamed), "name": "Zora"])
            await doggy.skipToSettled()
            #expect(!titles(doggy).contains(first))
            await doggy.expectNotice(
                #""Zora" was changed. "# + further, tone: .positive,
                opens: FeatureLink(feature: "doggy", options: ["id": .text(renamed), "order": "name"], title: "Show"))
        }
    }

    @Test func `a dog that its new name hides from the search is announced with a link to its page`() async throws {
        try await withScenario(of: feature(), options: ["search": "497"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            try await doggy.perform("edit", ["id": "497", "name": "Rex"])
            await doggy.skipToSettled()
            #expect(titles(doggy) == [])
            let link = FeatureLink(feature: "doggy", options: ["id": "497", "search": "497"], title: "Show")
            await doggy.expectNotice(#""Rex" was changed. Your search hides it."#, tone: .positive, opens: link)
        }
    }

    @Test func `a dog that leaves a list makes room for the next one that the search finds`() async throws {
        func update(_ id: String, to name: FieldValue) async throws {
            let row = try #require(await store.rows(of: "Dog", ids: [id]).first)
            let values = row.values.merging(["name": name]) { $1 }
            _ = try await store.write([.update(RowInsert(id: id, values: values), expecting: row.revision)], to: "Dog")
        }
        try await withScenario(of: feature(), options: ["search": "dog"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            try await doggy.perform("edit", ["id": "1", "name": "Rex"])
            await doggy.skipToSettled()
            doggy.skipNotices()
            #expect(titles(doggy).first == "Dog 2 Labrador" && titles(doggy).last == "Dog 51 Labrador")
            // Another process renames a dog in the list, and one of the next dogs.
            try await update("2", to: "Max")
            await doggy.skipFrames { $0.lists.first?.rows.first?.title == "Dog 3 Labrador" }
            #expect(titles(doggy).count == 50 && titles(doggy).last == "Dog 52 Labrador")
            try await update("55", to: "Max")
            for id in ["3", "4", "5"] { try await update(id, to: "Max") }
            await doggy.skipFrames { $0.lists.first?.rows.first?.title == "Dog 6 Labrador" }
            #expect(titles(doggy).count == 50)
            #expect(titles(doggy).suffix(3) == ["Dog 53 Labrador", "Dog 54 Labrador", "Dog 56 Labrador"])
            #expect(doggy.screen.lists.first?.more != nil)
        }
    }

    @Test func `a search that is too long is refused, at a launch and in the form`() async throws {
        let words = Array(repeating: "word", count: 9).joined(separator: " ")
        let feature = try await feature()
        await #expect(throws: InputRefused.self) {
            try await withSession(of: feature, options: ["search": .text(words)]) { _ in }
        }
        try await withScenario(of: feature) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            let message = "Search for up to 8 words."
            try await doggy.fill("browse", with: ["search": .text(words)], refused: ["search": message])
            let long = FieldValue.text(String(repeating: "x", count: 201))
            try await doggy.fill("browse", with: ["search": long], refused: ["search": "Search for shorter words."])
            #expect(doggy.screen.lists.first?.rows.count == 50)
            // The refused search has no effect on the next call.
            try await doggy.perform("browse", ["order": "name"])
            await doggy.skipToSettled()
            #expect(doggy.screen.address == ["order": "name"])
        }
    }
}

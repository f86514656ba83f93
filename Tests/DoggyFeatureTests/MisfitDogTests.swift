import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of a stored dog that does not fit, such as one of a breed that another version of the feature has.
@Suite(.timeLimit(.minutes(5))) struct MisfitDogTests {
    private let store = MemoryRecordStore()
    private let keeper = Person(id: "kim", name: "Kim", roles: .some(["keeper"]))

    /// Runs a test with a session, after another version has made the second dog a poodle.
    private func withPoodle(
        _ options: [String: FieldValue] = [:], _ body: (Session) async throws -> Void
    ) async throws {
        _ = try await RecordCollection<Dog>(store: store, sample: Dog.sample).page()
        let dog = try #require(await store.rows(of: "Dog", ids: ["2"]).first)
        let poodle = RowInsert(id: "2", values: dog.values.merging(["breed": "Poodle", "colour": "white"]) { $1 })
        try await store.write([.update(poodle, expecting: dog.revision)], to: "Dog")
        let feature = DoggyFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
        try await withSession(of: feature, options: options) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    private func rows(_ id: String, on screen: Screen) -> [Row] {
        var rows: [Row] = []
        screen.forEachElement { element in
            if case .list(let list) = element, list.id == id { rows = list.rows }
        }
        return rows
    }

    private func form(on screen: Screen) throws -> FormElement {
        try #require(screen.forms.first { $0.action == "edit" })
    }

    @Test func `The list shows the dog apart, with the reason and a link to its page`() async throws {
        try await withPoodle { session in
            let screen = await session.frame.screen
            #expect(rows("dogs", on: screen).map(\.id) == ["1", "3"])
            let row = try #require(rows("unfit", on: screen).first)
            #expect(row.title == "Vinny" && row.tone == .warning)
            #expect(row.detail?.contains("breed: expected one of") == true)
            #expect(row.opens == FeatureLink(feature: "doggy", options: ["id": "2"]))
            #expect(await session.takeNotices().isEmpty)
            // Another version makes it a dog that fits again, and others follow.
            let dog = try #require(await store.rows(of: "Dog", ids: ["2"]).first)
            let fits = RowInsert(id: "2", values: dog.values.merging(["breed": "Bulldog"]) { $1 })
            try await store.write([.update(fits, expecting: dog.revision)], to: "Dog")
            await eventually { rows("dogs", on: await session.frame.screen).map(\.id) == ["1", "2", "3"] }
            #expect(rows("unfit", on: await session.frame.screen).isEmpty)
        }
    }

    @Test func `On its page, a form corrects the dog, and unknown values stay`() async throws {
        try await withPoodle(["id": "2"]) { session in
            let screen = await session.frame.screen
            #expect(screen.title == "Vinny" && screen.tone == .warning && screen.phase == .ready)
            let form = try form(on: screen)
            #expect(form.values["name"] == "Vinny" && form.values["breed"] == nil)
            #expect(form.problems.keys.sorted() == ["breed"])
            #expect(screen.buttons.contains { $0.action == "release" && $0.role == .destructive })
            let name = Call("edit", ["id": "2", "name": "Vin"], form: form.id)
            let refusal = await #expect(throws: InputRefused.self) { try await session.perform(name, as: keeper) }
            #expect(refusal?.fields.keys.sorted() == ["breed"])
            let breed = Call("edit", ["id": "2", "breed": "Bulldog"], form: form.id)
            let answer = try await session.perform(breed, as: keeper)
            #expect(answer.frame.screen.title == "Vinny Bulldog" && answer.frame.screen.tone == .plain)
            #expect(try await store.rows(of: "Dog", ids: ["2"]).first?.values["colour"] == "white")
            let change = FieldValue.integer(try #require(answer.change))
            let undo = await #expect(throws: InputRefused.self) {
                try await session.perform("undo", ["change": change], as: keeper)
            }
            #expect(
                undo?.fields["change"]?.hasSuffix("the older values do not fit this version of the feature") == true)
        }
    }

    @Test func `Other actions say to correct the dog first, and it can be released`() async throws {
        try await withPoodle { session in
            let refusal = await #expect(throws: InputRefused.self) {
                try await session.perform("birthday", ["id": "2"], as: keeper)
            }
            #expect(refusal?.fields["id"]?.hasSuffix("; correct these values first") == true)
            let stale = await #expect(throws: InputRefused.self) {
                try await session.perform("edit", ["id": "2", "revision": 1, "breed": "Bulldog"], as: keeper)
            }
            #expect(stale?.fields["id"]?.contains("has changed") == true)
            let changed: [String: FieldValue] = ["ids": .texts(["1", "2"]), "revisions": .texts(["1", "1"])]
            let refused = await #expect(throws: InputRefused.self) {
                try await session.perform("release", changed, as: keeper)
            }
            #expect(refused?.fields["id"]?.contains("does not fit") == true)
            let answer = try await session.perform("release", ["ids": .texts(["1", "2"])], as: keeper)
            #expect(rows("unfit", on: answer.frame.screen).isEmpty)
            #expect(rows("dogs", on: answer.frame.screen).map(\.id) == ["3"])
        }
    }

    @Test func `A dog that does not fit comes back as it was`() async throws {
        try await withPoodle { session in
            let before = try await store.rows(of: "Dog", ids: ["2"]).first
            let answer = try await session.perform("release", ["id": "2"], as: keeper)
            let change = FieldValue.integer(try #require(answer.change))
            let undone = try await session.perform("undo", ["change": change], as: keeper)
            #expect(undone.notices.map(\.text) == ["\"Vinny\" is back."])
            #expect(rows("unfit", on: undone.frame.screen).map(\.id) == ["2"])
            let after = try await store.rows(of: "Dog", ids: ["2"]).first
            #expect(after?.values == before?.values && after?.position == before?.position)
        }
    }
}

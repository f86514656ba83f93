import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of taking back what people did to the dogs.
@Suite(.timeLimit(.minutes(5))) struct DoggyUndoTests {
    let store = MemoryRecordStore()
    let keeper = Person(id: "kim", name: "Kim", roles: .some(["keeper"]))
    let guest = Person(id: "lee", name: "Lee")

    var feature: DoggyFeature {
        DoggyFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
    }

    func titles(_ session: Session) async -> [String] {
        await session.frame.screen.lists.first?.rows.map(\.title) ?? []
    }

    /// Runs a test with two sessions on the same dogs.
    func withSessions(
        _ options: [String: FieldValue] = [:], _ body: (_ one: Session, _ other: Session) async throws -> Void
    ) async throws {
        try await withSession(of: feature) { one in
            try await one.start()
            _ = try await one.settled()
            try await withSession(of: feature, options: options) { other in
                try await other.start()
                _ = try await other.settled()
                try await body(one, other)
            }
        }
    }

    func row(_ id: String, of session: Session) async throws -> Row {
        try #require(await session.frame.screen.lists.first?.rows.first { $0.id == id })
    }

    func undo(_ change: Int?, in session: Session, as person: Person?) async throws -> Answer {
        try await session.perform("undo", ["change": .integer(try #require(change))], as: person)
    }

    @Test func `A released dog returns to its old place in every session, and the answer offers to do it again`()
        async throws
    {
        try await withSessions { one, other in
            let answer = try await one.perform("release", ["id": "2"], as: keeper)
            let all = ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"]
            await eventually { await titles(other) == [all[0], all[2]] }
            let undone = try await undo(answer.change, in: one, as: keeper)
            #expect(await titles(one) == all)
            await eventually { await titles(other) == all }
            #expect(undone.notices.map(\.text) == ["\"Vinny\" is back."])
            let again = try #require(undone.notices.first?.button)
            let second = try #require(undone.change)
            #expect(again.title == "Redo" && again.arguments == ["change": .integer(second), "again": true])
            _ = try await other.perform(again.action, again.arguments, as: keeper)
            await eventually { await titles(one) == [all[0], all[2]] }
        }
    }

    @Test func `A dog comes back under the query of another session`() async throws {
        try await withSessions(["search": "vinny"]) { one, other in
            let answer = try await one.perform("release", ["id": "2"], as: keeper)
            await eventually { await titles(other).isEmpty }
            _ = try await undo(answer.change, in: one, as: keeper)
            await eventually { await titles(other) == ["Vinny Doberman"] }
        }
    }

    @Test func `An update is taken back by another session, and other values stay`() async throws {
        try await withSessions { one, other in
            let renamed = try await one.perform("edit", ["id": "1", "name": "Al"], as: guest)
            _ = try await one.perform("birthday", ["id": "1"], as: guest)
            let undone = try await undo(renamed.change, in: other, as: guest)
            #expect(undone.notices.map(\.text) == ["\"Alfred\" is changed back."])
            #expect(try await row("1", of: other).values["age"] == 2)
            try await eventually { try await row("1", of: one).title == "Alfred Labrador" }
        }
    }

    @Test func `A refusal names the person who has changed the record since, and their action`() async throws {
        try await withSessions { one, other in
            let first = try await one.perform("edit", ["id": "1", "name": "Al"], as: keeper)
            _ = try await other.perform("edit", ["id": "1", "name": "Bo"], as: guest)
            let refusal = await #expect(throws: InputRefused.self) {
                try await undo(first.change, in: one, as: keeper)
            }
            #expect(
                refusal?.advice["change"] == "This cannot be undone: Lee has changed \"Bo\" since (Edit).")
            let unknown = await #expect(throws: InputRefused.self) { try await undo(999, in: one, as: keeper) }
            #expect(unknown?.fields["change"]?.contains("no longer has it") == true)
        }
    }

    @Test func `An older value comes back over later changes, and other values stay`() async throws {
        try await withSessions(["id": "1"]) { one, page in
            let renamed = try await one.perform("edit", ["id": "1", "name": "Al", "age": 9], as: keeper)
            _ = try await one.perform("edit", ["id": "1", "name": "Bo"], as: guest)
            _ = try await one.perform("edit", ["id": "1", "age": 11], as: guest)
            let change = FieldValue.integer(try #require(renamed.change))
            // The newest entry comes first. A change that can be taken back is not offered in parts.
            let parts = ["Bring back Name", "Bring back Age"]
            await eventually { await buttons(on: page) == [["Undo"], ["Undo"], parts] }
            let undone = try await press("Bring back Name", on: page, as: guest)
            #expect(undone.notices.map(\.text) == ["\"Alfred\" is changed back."])
            try await eventually { try await row("1", of: one).title == "Alfred Labrador" }
            #expect(try await row("1", of: one).values["age"] == 11)
            let entry = try #require(
                await store.history(of: "Dog", matching: HistorySelection(id: "1"), limit: 1).first)
            #expect(entry.cause?.undone.map { .integer(Int($0)) } == change)
            await eventually { await buttons(on: page).last == ["Bring back"] }
            // The return of a value is a change like others.
            _ = try await press("Undo", on: page, as: guest)
            try await eventually { try await row("1", of: one).title == "Bo Labrador" }
            for (field, words) in ["breed": "did not change this value", "id": "did not", "x": "did not"] {
                let refusal = await #expect(throws: InputRefused.self) {
                    try await one.perform("undo", ["change": change, "field": .text(field)], as: guest)
                }
                #expect(refusal?.fields["change"]?.contains(words) == true)
            }
        }
    }

    @Test func `One of several released dogs comes back by its own`() async throws {
        try await withSessions { one, _ in
            let released = try await one.perform("release", ["ids": .texts(["1", "2"])], as: keeper)
            let change = FieldValue.integer(try #require(released.change))
            let forbidden = await #expect(throws: FeatureError.self) {
                try await one.perform("undo", ["change": change, "record": "2"], as: guest)
            }
            #expect(forbidden?.code == .forbidden)
            _ = try await one.perform("undo", ["change": change, "record": "2"], as: keeper)
            #expect(await titles(one) == ["Vinny Doberman", "Lucky Labrador"])
            let unknown = await #expect(throws: InputRefused.self) {
                try await one.perform("undo", ["change": change, "record": "3"], as: keeper)
            }
            #expect(unknown?.fields["change"]?.contains("no longer has it") == true)
            let gone = await #expect(throws: InputRefused.self) {
                try await one.perform("undo", ["change": change, "record": "1", "field": "name"], as: keeper)
            }
            #expect(gone?.fields["change"]?.contains("did not change this value") == true)
        }
    }

    /// Returns the titles of the buttons of each entry on a dog's page.
    private func buttons(on page: Session) async -> [[String]] {
        await history(on: page).map { row in row.buttons.map(\.title) }
    }

    private func history(on page: Session) async -> [Row] {
        var rows: [Row] = []
        await page.frame.screen.forEachElement { element in
            if case .list(let list) = element { rows = list.rows }
        }
        return rows
    }

    private func press(_ title: String, on page: Session, as person: Person) async throws -> Answer {
        let button = try #require(await history(on: page).flatMap(\.buttons).first { $0.title == title })
        return try await page.perform(button.action, button.arguments, as: person)
    }

    @Test func `Nobody gets more rights by an undo`() async throws {
        try await withSessions { one, other in
            let released = try await one.perform("release", ["id": "2"], as: keeper)
            let adopted = try await one.perform(
                "adopt", ["name": "Rex", "breed": "Bulldog", "age": 2], as: keeper)
            let own = try await one.perform("adopt", ["name": "Max", "breed": "Bulldog", "age": 2], as: guest)
            let unnamed = try await one.perform("adopt", ["name": "Bo", "breed": "Bulldog", "age": 2], as: nil)
            func isForbidden(_ change: Int?, as person: Person?) async -> Bool {
                do {
                    _ = try await undo(change, in: other, as: person)
                    return false
                } catch let error as FeatureError { return error.code == .forbidden } catch { return false }
            }
            // Release is for keepers, and to remove another's dog is to release it.
            #expect(await isForbidden(released.change, as: guest))
            #expect(await isForbidden(adopted.change, as: guest))
            #expect(await isForbidden(unnamed.change, as: guest))
            #expect(await isForbidden(unnamed.change, as: nil))
            _ = try await undo(own.change, in: other, as: guest)
            // To take back the keeper's undo is to release the dog again.
            let undone = try await undo(released.change, in: one, as: keeper)
            #expect(await isForbidden(undone.change, as: guest))
            // The guest's own older removal does not bring back a dog that a keeper has released since.
            let bo = try await one.perform("adopt", ["name": "Al", "breed": "Bulldog", "age": 2], as: guest)
            let removed = try await undo(bo.change, in: one, as: guest)
            let back = try await undo(removed.change, in: one, as: guest)
            let entries = try await store.history(
                of: "Dog", matching: HistorySelection(change: back.change.map { Int64($0) }), limit: 1)
            let id = try #require(entries.first?.id)
            _ = try await one.perform("release", ["id": .text(id)], as: keeper)
            await #expect(throws: InputRefused.self) { try await undo(removed.change, in: one, as: guest) }
            // A change of an older program has no action, so it needs every right.
            let dog = try #require(await store.rows(of: "Dog", ids: ["1"]).first)
            try await store.write(
                [.update(RowInsert(id: "1", values: dog.values.merging(["age": 9]) { $1 }), expecting: dog.revision)],
                to: "Dog")
            let change = try await store.history(of: "Dog", matching: HistorySelection(id: "1"), limit: 1).first?.change
            #expect(await isForbidden(change.map { Int($0) }, as: guest))
            _ = try await undo(change.map { Int($0) }, in: other, as: keeper)
        }
    }

    @Test func `The history names the person of the change and the person of the undo`() async throws {
        try await withSessions { one, _ in
            let renamed = try await one.perform("edit", ["id": "1", "name": "Al"], as: guest)
            _ = try await undo(renamed.change, in: one, as: keeper)
            let entries = try await store.history(of: "Dog", matching: HistorySelection(id: "1"), limit: 2)
            #expect(entries.map(\.cause?.name) == ["Kim", "Lee"])
            #expect(entries.map(\.cause?.undone) == [renamed.change.map { Int64($0) }, nil])
            let fields = Dog.fields.map(\.description)
            let sentences = entries.map { $0.sentence(fields) }
            #expect(
                sentences == [
                    "Kim changed Name from \"Al\" to \"Alfred\" (undo).",
                    "Lee changed Name from \"Alfred\" to \"Al\".",
                ])
        }
    }

    @Test func `The page of a dog shows its history, and changes of others appear`() async throws {
        try await withSessions(["id": "1"]) { one, page in
            func sentences() async -> [String] {
                var titles: [String] = []
                await page.frame.screen.forEachElement { element in
                    if case .list(let list) = element { titles = list.rows.map(\.title) }
                }
                return titles
            }
            #expect(await sentences().isEmpty)
            let renamed = try await one.perform("edit", ["id": "1", "name": "Al"], as: guest)
            await eventually { await sentences() == ["Lee changed Name from \"Alfred\" to \"Al\"."] }
            _ = try await undo(renamed.change, in: page, as: keeper)
            #expect(await sentences().count == 2)
            #expect(await page.frame.screen.title == "Alfred Labrador")
        }
    }

    @Test func `A copy keeps its history in its session`() async throws {
        try await withSession(of: feature, options: ["source": "sample"]) { session in
            try await session.start()
            _ = try await session.settled()
            let released = try await session.perform("release", ["id": "2"], as: keeper)
            _ = try await undo(released.change, in: session, as: keeper)
            #expect(await titles(session).count == 3)
            #expect(try await store.history(of: "Dog", matching: HistorySelection(), limit: 9).isEmpty)
        }
    }

    @Test func `An answer names no change if nothing was changed`() async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.settled()
            #expect(try await session.perform("refresh", as: keeper).change == nil)
            #expect(try await session.perform("edit", ["id": "1", "name": "Alfred"], as: keeper).change == nil)
        }
    }
}

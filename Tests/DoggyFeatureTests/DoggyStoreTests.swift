import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests with stored dogs that several sessions share.
@Suite(.timeLimit(.minutes(5))) struct DoggyStoreTests {
    let store = MemoryRecordStore()
    var feature: DoggyFeature {
        DoggyFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
    }

    private func session(_ options: [String: FieldValue] = [:]) async throws -> Session {
        let session = try await Session(feature, options: options)
        try await session.start()
        _ = try await session.settled()
        return session
    }

    private func titles(_ screen: Screen) -> [String] { rows(screen).map(\.title) }

    private func rows(_ screen: Screen) -> [Row] {
        screen.lists.first?.rows ?? []
    }

    /// The values of the form on the page of a dog.
    private func values(of screen: Screen) -> [String: FieldValue] {
        screen.forms.first { $0.id == "record" }?.values ?? [:]
    }

    /// Waits for a frame whose rows meet a condition and returns it.
    private func frame(of session: Session, where isAwaited: ([Row]) -> Bool) async throws -> Frame? {
        for await event in try await session.attach() {
            if case .frame(let frame) = event, isAwaited(rows(frame.screen)) { return frame }
        }
        return nil
    }

    @Test func `a dog adopted in one session appears in all sessions and is stored`() async throws {
        let (one, other) = try await (session(), session())
        let answer = try await one.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2])
        #expect(titles(answer.frame.screen).last == "Rex Bulldog")
        let seen = try await frame(of: other) { $0.last?.title == "Rex Bulldog" }
        #expect(seen.map { titles($0.screen) } == titles(answer.frame.screen))
        await one.close()
        await other.close()
        let later = try await session()
        #expect(titles(await later.frame.screen) == titles(answer.frame.screen))
        await later.close()
    }

    @Test func `a session shows its own change once, although the store also reports the change`() async throws {
        let (one, other) = try await (session(), session())
        let viewer = try await one.attach()
        let answer = try await one.perform("edit", ["id": "1", "name": "Alf"])
        // When this later change is visible, the notification about the session's own change has arrived too.
        _ = try await other.perform("release", ["id": "2"], as: .systemUser)
        var names: [[String]] = []
        for await event in viewer {
            guard case .frame(let frame) = event, frame.revision >= answer.frame.revision else { continue }
            names.append(titles(frame.screen))
            if names.last?.count == 2 { break }
        }
        #expect(
            names == [
                ["Alf Labrador", "Vinny Doberman", "Lucky Labrador"], ["Alf Labrador", "Lucky Labrador"],
            ])
        await one.close()
        await other.close()
    }

    @Test func `renaming a dog that another session changed is refused and shows the current dog`() async throws {
        let (one, other) = try await (session(), session())
        let seen = rows(await one.frame.screen)[0].buttons[1].arguments
        _ = try await other.perform("birthday", ["id": "1"])
        let error = await #expect(throws: InputRefused.self) {
            try await one.perform("edit", seen.merging(["name": "Alf"]) { $1 })
        }
        #expect(
            error?.fields == ["id": "the record has changed since you loaded it; check its new values and try again"])
        #expect(rows(await one.frame.screen)[0].detail == "2")
        #expect(rows(await one.frame.screen)[0].title == "Alfred Labrador")
        await one.close()
        await other.close()
    }

    @Test func `an edit keeps the values that it leaves out, whichever sessions have changed them`() async throws {
        let (one, other) = try await (session(), session())
        _ = try await other.perform("birthday", ["id": "1"])
        let edited = try await one.perform("edit", ["id": "1", "breed": "Bulldog"]).frame.screen
        #expect(rows(edited)[0].values == ["name": "Alfred", "breed": "Bulldog", "age": 2])
        let error = await #expect(throws: InputRefused.self) {
            try await one.perform(Call("edit", ["id": "1"], emptied: ["name"]))
        }
        #expect(error?.fields.keys.sorted() == ["name"])
        await #expect(throws: InputRefused.self) { try await one.perform("edit", ["name": "Alf"]) }
        await one.close()
        await other.close()
    }

    @Test func `the form of a dog's page follows other sessions, and sends only what was typed`() async throws {
        let page = try await session(["id": "1"])
        let other = try await session()
        let viewer = try await page.attach()
        let edited = try await page.perform(Call("edit", ["breed": "Bulldog"], form: "record"))
        let revision = try #require(values(of: edited.frame.screen)["revision"])
        #expect(
            values(of: edited.frame.screen)
                == ["id": "1", "name": "Alfred", "breed": "Bulldog", "age": 1, "revision": revision])
        #expect(edited.change != nil)
        _ = try await other.perform("birthday", ["id": "1"])
        _ = try await other.perform("undo", ["change": .integer(try #require(edited.change))])
        var last: [String: FieldValue] = [:]
        for await event in viewer {
            guard case .frame(let frame) = event else { continue }
            last = values(of: frame.screen)
            if last["breed"] == "Labrador", last["age"] == 2 { break }
        }
        #expect(last["name"] == "Alfred" && last["revision"] != revision)
        let named = try await page.perform(Call("edit", ["name": "Alf"], form: "record")).frame.screen
        #expect(named.title == "Alf Labrador" && values(of: named)["age"] == 2)
        await page.close()
        await other.close()
    }

    @Test func `a form of a dog that another session has changed meanwhile is refused by its revision`() async throws {
        let page = try await session(["id": "1"])
        let other = try await session()
        let seen = try #require(values(of: await page.frame.screen)["revision"])
        _ = try await other.perform("edit", ["id": "1", "name": "Bo"])
        let error = await #expect(throws: InputRefused.self) {
            try await page.perform(Call("edit", ["name": "Alf", "revision": seen], form: "record"))
        }
        #expect(error?.advice["id"] == "Another person has changed this record. Check its new values and try again.")
        #expect(values(of: await page.frame.screen)["name"] == "Bo")
        await page.close()
        await other.close()
    }

    @Test func `releasing a dog that was already removed is refused, and the dog disappears`() async throws {
        let (one, other) = try await (session(), session())
        _ = try await other.perform("release", ["id": "1"], as: .systemUser)
        let error = await #expect(throws: InputRefused.self) {
            try await one.perform("release", ["id": "1"], as: .systemUser)
        }
        #expect(error?.fields == ["id": "there is no such record, or it has been removed"])
        #expect(error?.advice == ["id": "This record has been removed."])
        #expect(titles(await one.frame.screen) == ["Vinny Doberman", "Lucky Labrador"])
        await one.close()
        await other.close()
    }

    @Test func `a birthday adds a year to the age, up to the maximum age`() async throws {
        let session = try await session()
        let answer = try await session.perform("birthday", ["id": "2"])
        #expect(rows(answer.frame.screen)[1].detail == "6")
        for _ in 6..<30 { _ = try await session.perform("birthday", ["id": "2"]) }
        let error = await #expect(throws: InputRefused.self) { try await session.perform("birthday", ["id": "2"]) }
        #expect(error?.fields == ["id": "Vinny is 30, the maximum age"])
        await session.close()
    }

    @Test func `a page has fifty dogs, and dogs keep their positions while other sessions change them`() async throws {
        let dogs = (1...120).map { RowInsert(id: "\($0)", values: ["name": "Dog", "breed": "Bulldog", "age": 1]) }
        try await store.fillOnce("Dog", with: dogs)
        let (one, other) = try await (session(), session())
        #expect(rows(await one.frame.screen).count == 50)
        let more = try await one.perform("more").frame
        #expect(rows(more.screen).map(\.id) == (1...100).map(String.init))
        _ = try await other.perform("release", ["id": "70"], as: .systemUser)
        // The next dog comes up.
        let released = try await frame(of: one) { rows in rows.count == 100 && !rows.contains { $0.id == "70" } }
        #expect(released != nil)
        _ = try await one.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2])
        let all = try await one.perform("more").frame.screen
        #expect(rows(all).map(\.title).suffix(2) == ["Dog Bulldog", "Rex Bulldog"])
        #expect(rows(all).count == 120)
        guard let list = all.lists.first else { return #expect(Bool(false)) }
        #expect(list.more == nil)
        await one.close()
        await other.close()
    }
}

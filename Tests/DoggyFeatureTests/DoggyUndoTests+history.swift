import FeatureKit
import FeatureTesting
import Testing

/// Tests of taking back one change after another, and of the history of all dogs.
extension DoggyUndoTests {
    @Test func `Without a number, a person takes back one own change after another, and does them again`() async throws
    {
        try await withSessions { one, other in
            _ = try await one.perform("birthday", ["id": "1"], as: keeper)
            _ = try await other.perform("birthday", ["id": "3"], as: guest)
            _ = try await one.perform("release", ["ids": .texts(["1", "2"])], as: keeper)
            let back = try await other.perform("undo", as: keeper)
            #expect(back.notices.map(\.text) == ["\"Vinny\" and \"Alfred\" are back."])
            #expect(try await one.perform("undo", as: keeper).notices.first?.button?.title == "Redo")
            #expect(try await row("1", of: one).detail == "1")
            await eventually { (try? await row("3", of: one).detail) == "4" }
            let nothing = await #expect(throws: InputRefused.self) { try await one.perform("undo", as: keeper) }
            #expect(nothing?.advice == ["change": "You have changed nothing here in the last hour."])
            let first = try await one.perform("undo", ["again": true], as: keeper)
            #expect(first.notices.map(\.text) == ["\"Alfred\" is changed again."])
            // The next one is the release.
            let button = try #require(first.notices.first?.button)
            #expect(button.title == "Redo")
            let second = try await one.perform(button.action, button.arguments, as: keeper)
            #expect(second.notices.map(\.text) == ["\"Alfred\" and \"Vinny\" were removed again."])
            #expect(second.notices.first?.button?.title == "Undo")
            #expect(await titles(one) == ["Lucky Labrador"])
            await #expect(throws: InputRefused.self) { try await one.perform("undo", ["again": true], as: keeper) }
            // Nobody's last change is unknown.
            let nobody = await #expect(throws: InputRefused.self) { try await one.perform("undo", as: nil) }
            #expect(nobody?.fields["change"]?.contains("nobody is signed in") == true)
        }
    }

    @Test func `If one of several dogs has changed since, the others are offered`() async throws {
        try await withSessions { one, other in
            let released = try await one.perform("release", ["ids": .texts(["1", "2", "3"])], as: keeper)
            // Another undo brings back one of them, and then its name changes.
            _ = try await other.perform(
                "undo", ["change": .integer(try #require(released.change)), "record": "2"], as: keeper)
            await #expect(throws: InputRefused.self) { try await undo(released.change, in: other, as: keeper) }
            let button = try #require(
                await other.takeNotices().compactMap(\.button).first { $0.title == "Undo the other 2" })
            let back = try await other.perform(button.action, button.arguments, as: keeper)
            #expect(back.notices.map(\.text) == ["\"Lucky\" and \"Alfred\" are back."])
            #expect(await titles(other) == ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"])
        }
    }

    @Test func `The history of all dogs has a row for each change, which takes it back, and grows by itself`()
        async throws
    {
        try await withSessions(["history": true]) { one, page in
            func rows() async -> [Row] { await page.frame.screen.lists.first?.rows ?? [] }
            #expect(await page.frame.screen.title == "History")
            #expect(await page.frame.screen.up == FeatureLink(feature: "doggy", title: "Doggies"))
            // The sample was written at once.
            #expect(await rows().map(\.title) == ["3 records were written at once."])
            #expect(await rows().allSatisfy(\.buttons.isEmpty))
            _ = try await one.perform("birthday", ["id": "1"], as: guest)
            _ = try await one.perform("release", ["ids": .texts(["1", "2"])], as: keeper)
            await eventually {
                await rows().map(\.title).prefix(2) == [
                    "Kim removed 2 dogs: \"Alfred\" and \"Vinny\".", "Lee changed \"Alfred\": Age from 1 to 2.",
                ]
            }
            #expect(await rows().prefix(2).map(\.buttons.count) == [1, 0])
            #expect(await rows()[1].opens?.options == ["id": "1"])
            let button = try #require(await rows().first?.buttons.first)
            _ = try await page.perform(button.action, button.arguments, as: keeper)
            #expect(await rows().first?.title == "Kim brought back 2 dogs: \"Vinny\" and \"Alfred\".")
            #expect(await rows().prefix(3).map(\.buttons.count) == [1, 0, 1])
            _ = try await one.perform("undo", ["again": true], as: keeper)
            await eventually { await rows().first?.title == "Kim removed 2 dogs: \"Alfred\" and \"Vinny\" (redo)." }
            _ = try await one.perform("undo", as: keeper)
            // A later change prevents one of the two from going away again.
            _ = try await one.perform("birthday", ["id": "1"], as: guest)
            await eventually { await rows().dropFirst().first?.buttons.map(\.title) == ["Undo the other one"] }
            await eventually { await titles(one) == ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"] }
        }
    }

    @Test func `A long history is shown in parts, and a change is never cut`() async throws {
        try await withSessions(["history": true]) { one, page in
            func list() async -> ListElement? { await page.frame.screen.lists.first }
            for _ in 1...19 { _ = try await one.perform("birthday", ["id": "1"], as: keeper) }
            _ = try await one.perform("release", ["ids": .texts(["1", "2", "3"])], as: keeper)
            for _ in 1...18 {
                _ = try await one.perform("undo", as: keeper)
                _ = try await one.perform("undo", ["again": true], as: keeper)
            }
            await eventually { await list()?.rows.first?.title.contains("removed") == true }
            // Each change of 3 dogs has 3 entries, of which the 20th is one in the midst.
            #expect(await list()?.rows.count == 7)
            #expect(await list()?.rows.allSatisfy { $0.title.contains(" 3 dogs: ") } == true)
            let more = try #require(await list()?.more)
            for _ in 1...9 where await list()?.more != nil { _ = try await page.perform(more.action, as: keeper) }
            #expect(await list()?.rows.count == 1 + 19 + 1 + 36)
            #expect(await list()?.more == nil)
        }
    }

    @Test func `The page of a dog that is gone shows its history, and brings it back`() async throws {
        try await withSession(of: feature) { one in
            try await one.start()
            _ = try await one.settled()
            _ = try await one.perform("edit", ["id": "2", "name": "Vince"], as: guest)
            _ = try await one.perform("release", ["id": "2"], as: keeper)
        }
        try await withSession(of: feature, options: ["id": "2"]) { page in
            try await page.start()
            _ = try await page.settled()
            #expect(await page.frame.screen.title == "Vince")
            let list = try #require(await page.frame.screen.lists.first)
            #expect(
                list.rows.map(\.title) == [
                    "Kim removed the record.", "Lee changed Name from \"Vinny\" to \"Vince\".",
                ])
            #expect(list.rows.allSatisfy { $0.buttons.isEmpty })
            let button = try #require(await page.frame.screen.buttons.first)
            #expect(button.title == "Bring back")
            _ = try await page.perform(button.action, button.arguments, as: keeper)
            #expect(await page.frame.screen.title == "Vince Doberman")
        }
        // A key that never was is not found.
        try await withSession(of: feature, options: ["id": "99"]) { page in
            try await page.start()
            #expect(await page.frame.screen.title == "Not found")
        }
    }
}

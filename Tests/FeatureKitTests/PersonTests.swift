import FeatureKit
import FeatureTesting
import Foundation
import Synchronization
import Testing

/// Tests the audiences of actions.
@Suite(.timeLimit(.minutes(5))) struct PersonTests {
    private static let nobody: Person? = nil
    private static let guest = Person(id: "guest")
    private static let keeper = Person(id: "kim", name: "Kim", roles: .some(["keeper"]))
    private static let owner = Person(id: "owner", roles: .all)
    private static let people = [nobody, guest, keeper, owner]

    @Test(arguments: [
        (Audience.anyone, [true, true, true, true]), (.signedIn, [false, true, true, true]),
        (.role("keeper"), [false, false, true, true]), (.role("admin"), [false, false, false, true]),
        (.nobody, [false, false, false, false]),
    ])
    func `an audience includes`(audience: Audience, expected: [Bool]) {
        #expect(Self.people.map(audience.includes) == expected)
    }

    @Test(arguments: [
        (#""signed-in""#, Audience.signedIn), (#"{"role":"keeper"}"#, .role("keeper")), (#""everybody-else""#, .nobody),
        ("7", .nobody), ("[]", .nobody), (#"{"group":"x"}"#, .nobody), (#"{"role":7}"#, .nobody),
    ])
    func `an audience that a reader does not know is nobody`(json: String, expected: Audience) throws {
        let text = #"{"name":"a","title":"A","fields":[],"for":\#(json)}"#
        #expect(try JSONDecoder().decode(Action.self, from: Data(text.utf8)).audience == expected)
    }

    @Test(arguments: [Audience.anyone, .signedIn, .role("keeper"), .nobody])
    func `an audience is read as it is written`(audience: Audience) throws {
        let manifest = FeatureManifest(
            id: "vault", title: "Vault", summary: "", for: audience, actions: Action("open", "Open", for: audience))
        var writer = JSONWriter()
        writer.manifest(manifest)
        let read = try JSONDecoder().decode(FeatureManifest.self, from: Data(writer.bytes))
        #expect(read == manifest)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains("\"for\"") == (audience != .anyone))
    }

    /// A feature whose actions are for different people.
    private struct Vault: Feature {
        static let manifest = FeatureManifest(
            id: "vault", title: "Vault", summary: "Keeps things.",
            actions: Action("look", "Look"), Action("enter", "Enter the vault", for: .signedIn),
            Action("open", "Open", for: .role("keeper")), Action("audit", "CSV of all", for: .role("admin")),
            Action("join", "Join", for: .role("user")))
        var manifest: FeatureManifest = Self.manifest
        let seen = Seen()

        final class Seen: Sendable {
            private let all = Mutex<[Person?]>([])
            /// The people who have called since the last look.
            var people: [Person?] {
                all.withLock { all in
                    defer { all = [] }
                    return all
                }
            }
            func add(_ person: Person?) { all.withLock { $0.append(person) } }
        }

        func launch(on stage: Stage, options: Options) throws -> Scene {
            stage.screen = Screen(title: "Vault", phase: .ready)
            let scene = Scene(owning: stage, start: {})
            for action in manifest.actions {
                scene.on(action) { input in seen.add(input.person) }
            }
            return scene
        }
    }

    @Test func `a session performs an action for its audience only, and tells the handler who it is`() async throws {
        let vault = Vault()
        try await withSession(of: vault) { session in
            try await session.start()
            for (action, allowed) in [("look", 0), ("enter", 1), ("open", 2), ("audit", 3)] {
                for (index, person) in Self.people.enumerated() {
                    let revision = await session.frame.revision
                    if index >= allowed {
                        _ = try await session.perform(action, as: person)
                        #expect(vault.seen.people == [person])
                    } else {
                        await expectError(.forbidden) { try await session.perform(action, as: person) }
                        #expect(await session.frame.revision == revision)
                    }
                    #expect(vault.seen.people.isEmpty)
                }
            }
        }
    }

    @Test(arguments: [
        ("enter", "Only people who are signed in can enter the vault."), ("open", "Only a keeper can open."),
        ("audit", "Only an admin can CSV of all."), ("join", "Only a user can join."),
    ])
    func `the refusal says who can do it`(action: String, words: String) throws {
        let error = #expect(throws: FeatureError.self) {
            try Vault.manifest.verify(Vault.manifest.action(action), for: nil)
        }
        #expect(error?.message == words)
    }

    @Test func `an action needs the right to its feature too`() async throws {
        var vault = Vault()
        vault.manifest = FeatureManifest(
            id: "vault", title: "Vault", summary: "", for: .role("keeper"), actions: Action("look", "Look"))
        try await withSession(of: vault) { session in
            try await session.start()
            await expectError(.forbidden) { try await session.perform("look", as: Self.guest) }
            _ = try await session.perform("look", as: Self.keeper)
        }
    }

    @Test func `a scenario acts as a person with every role, and as the person that a test names`() async throws {
        let vault = Vault()
        try await withScenario(of: vault) { scenario in
            try await scenario.start()
            await scenario.skipToSettled()
            try await scenario.perform("audit")
            try await scenario.perform("open", as: Self.keeper)
            scenario.person = nil
            await expectError(.forbidden) { try await scenario.perform("enter") }
            #expect(vault.seen.people.map { $0?.id } == ["tester", "kim"])
        }
    }

    @Test func `the user of the operating system has every role`() {
        #expect(!Person.systemUser.id.isEmpty && Person.systemUser.roles == .all)
    }
}

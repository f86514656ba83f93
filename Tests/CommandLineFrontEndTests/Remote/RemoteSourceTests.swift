import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("A session of a server", .timeLimit(.minutes(5)))
struct RemoteSourceTests {
    private let clock = ManualClock()
    private let rex: [String: FieldValue] = ["name": "Rex", "breed": "Labrador", "age": 3]

    @Test("Both sides show each other's changes")
    func bothWays() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { $0.names == ["Alfred", "김철수"] } != nil)
            try await source.perform(Call("adopt", rex))
            #expect(await session.frame.names == ["Alfred", "김철수", "Rex"])
            #expect(await events.notice() == Notice("Rex moved in", tone: .positive))
            #expect(await events.frame { $0.names.count == 3 } == session.frame)
            _ = try await session.perform("adopt", ["name": "Max", "age": 1])
            #expect(await events.frame { $0.names.last == "Max" } == session.frame)
            await source.close()
            await events.end()
            #expect(try await live.remote.frame(of: session.id) == session.frame)
        }
    }

    @Test("A server's refusal is reported like a local one")
    func refusals() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch(["mood": "refusing"])
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            await #expect(throws: InputRefused(["name": "'Rex' is already taken"])) {
                try await source.perform(Call("adopt", rex))
            }
            let tooOld = await #expect(throws: InputRefused.self) {
                try await source.perform(Call("adopt", ["name": "Rex", "age": 99]))
            }
            #expect(tooOld?.fields == ["age": "expected a whole number from 0 to 30, got 99"])
            #expect(tooOld?.advice == ["age": "Enter a whole number from 0 to 30."])
            await #expect { try await source.perform(Call("adop", [:])) } throws: { error in
                (error as? FeatureError)?.code == .unknownAction
            }
            await #expect { try await source.perform(Call("fail", [:])) } throws: { "\($0)" == "out of luck" }
            await source.close()
        }
    }

    @Test("A lost connection is reported and restored, and no change is lost")
    func healing() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            for round in 1...5 {
                live.relay.isDown = true
                live.relay.cut()
                let lost = await events.connection()
                #expect(lost == .lost(reason: "the server closed the connection"))
                _ = try await session.perform("adopt", ["name": .text("Max \(round)"), "age": 1])
                // The first attempt, after half a second, fails; the second follows after a second.
                let count = live.relay.connectionCount
                await clock.advance(by: .milliseconds(500))
                await live.relay.connections(count + 1)
                live.relay.isDown = false
                await clock.advance(by: .seconds(1))
                #expect(await events.isLive())
                #expect(await events.frame { $0.names.last == "Max \(round)" } == session.frame)
            }
            await source.close()
        }
    }

    @Test("An action whose response is lost is sent again and performed once")
    func onlyOnce() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            live.relay.loseNextAnswer()
            async let adoption = source.perform(Call("adopt", rex))
            await clock.advance(by: .milliseconds(500))
            _ = try await adoption
            #expect(await session.frame.names == ["Alfred", "김철수", "Rex"])
            await source.close()
        }
    }

    @Test("An action that cannot be sent for long fails with a message")
    func givingUp() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            live.relay.isDown = true
            let adoption = Task { try await source.perform(Call("adopt", rex)) }
            for pause in [0.5, 1, 2, 4, 8] { await clock.advance(by: .seconds(pause)) }
            await #expect { try await adoption.value } throws: { error in
                (error as? FeatureError)?.code == .serviceUnavailable
            }
            #expect(await session.frame.names.count == 2)
            await source.close()
        }
    }

    @Test("The end of a session is reported as the last event")
    func ending() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            try await live.remote.end(session.id)
            #expect(await events.failure() == "session '\(session.id)' has ended")
            await events.end()
            await #expect { try await source.perform(Call("refresh", [:])) } throws: { error in
                (error as? FeatureError)?.code == .closed
            }
        }
    }

    @Test("A session that ended during an outage is reported after it")
    func endingMeanwhile() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            live.relay.isDown = true
            live.relay.cut()
            #expect(await events.connection() != .live)
            await session.close()
            live.relay.isDown = false
            await clock.advance(by: .milliseconds(500))
            #expect(await events.failure()?.contains("has ended") == true)
        }
    }

    @Test("A silent server counts as a lost connection")
    func silence() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            // The client's own clock; long enough for the first frame, with all other tests beside this one.
            let impatient = RemoteServer(live.remote.address, silence: .seconds(10))
            let source = await live.source(of: session, on: impatient, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            var connection = await events.connection()
            #expect(connection == .lost(reason: "no answer"))
            while connection != .live, connection != nil {
                await clock.advance(by: .seconds(15))
                connection = await events.connection()
            }
            #expect(connection == .live)
            await source.close()
            await impatient.shutDown()
        }
    }

    @Test("A link opens its own session, which ends on going back")
    func link() async throws {
        try await LiveServer.run { live in
            let source = RemoteSource(
                .launch(FeatureLink(feature: "gallery")), on: live.remote, manifest: GalleryFeature.manifest,
                clock: clock)
            let events = Events(of: source)
            let frame = try #require(await events.frame { $0.screen.title == "Gallery" })
            #expect(await run("sessions", live.root).output.hasPrefix(frame.session))
            await source.close()
            await events.end()
            #expect(await run("sessions", live.root).output == "")
        }
    }

    @Test("A feature that cannot be launched there fails with the server's words")
    func unlaunchable() async throws {
        try await LiveServer.run { live in
            let link = FeatureLink(feature: "kennel", options: ["mood": "missing"])
            let source = RemoteSource(
                .launch(link), on: live.remote, manifest: KennelFeature.manifest, clock: clock)
            #expect(await Events(of: source).failure()?.contains("cannot open 'dogs.csv'") == true)
        }
    }

    @Test("Text typed into a form survives a lost connection")
    func form() async throws {
        try await LiveServer.run { live in
            let (terminal, clock) = (TestTerminal(), clock)
            let session = try await live.launch()
            let view = InteractiveView(
                on: terminal.terminal, depth: .none, clock: clock, source: await live.source(of: session, clock: clock),
                catalogue: [KennelFeature.manifest]
            ) { _ in throw FeatureError(.unknownFeature, "there is none") }
            async let ending: Void = view.run()
            await terminal.waitFor("Alfred", moving: clock)
            for (keys, shown) in [(":", "type to find"), ("adopt\r", "Adopt a dog"), ("Rexina", "Rexina")] {
                clock.move(by: .milliseconds(20))
                terminal.type(keys)
                await terminal.waitFor(shown, moving: clock)
            }
            live.relay.isDown = true
            live.relay.cut()
            await terminal.waitFor("connection", moving: clock)
            live.relay.isDown = false
            terminal.type("\t\t3\u{13}")
            await terminal.waitFor("Rexina moved in", moving: clock)
            #expect(await session.frame.names.last == "Rexina")
            // The form may still wait for the action's answer, and take a "q" as text.
            terminal.type("\u{3}")
            try await ending
            #expect(terminal.isClosed)
        }
    }
}

extension Frame {
    fileprivate var names: [String] {
        screen.elements.flatMap { element -> [String] in
            if case .list(let list) = element { list.rows.map(\.title) } else { [] }
        }
    }
}

/// What a source tells, for a test that waits for one thing after another.
private struct Events {
    private let all: AsyncStream<SourceEvent>

    init(of source: RemoteSource) { all = source.events() }

    /// Waits for a frame that is wanted.
    func frame(_ isWanted: (Frame) -> Bool) async -> Frame? {
        for await event in all { if case .frame(let frame) = event, isWanted(frame) { return frame } }
        return nil
    }

    func notice() async -> Notice? {
        for await event in all { if case .notice(let notice) = event { return notice } }
        return nil
    }

    func connection() async -> SourceConnection? {
        for await event in all { if case .connection(let connection) = event { return connection } }
        return nil
    }

    /// Waits until the connection is back, for whatever reasons it is said to be lost before.
    func isLive() async -> Bool {
        while let connection = await connection() { if connection == .live { return true } }
        return false
    }

    func failure() async -> String? {
        for await event in all { if case .failed(let error) = event { return "\(error)" } }
        return nil
    }

    /// Waits for the end, whatever comes before it.
    func end() async { for await _ in all {} }
}

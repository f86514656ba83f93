import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("The source of a session on a server", .timeLimit(.minutes(5)))
struct RemoteSourceTests {
    private let clock = ManualClock()
    private let rex: [String: FieldValue] = ["name": "Rex", "breed": "Labrador", "age": 3]

    @Test("A change in the client appears on the server, and a change on the server appears in the client")
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

    @Test("A refusal by the server is reported like a refusal by a session in this process")
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

    @Test("After a lost connection, the source reports the loss, reconnects and misses no change")
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
                // The first attempt fails after half a second. The second attempt follows after one more second.
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

    @Test("If the response to an action is lost, the source sends the action again, but the server performs it once")
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

    @Test("An action fails with a message if the source cannot send it for 30 seconds")
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

    @Test("The last event of a source reports the end of the session")
    func ending() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let source = await live.source(of: session, clock: clock)
            let events = Events(of: source)
            #expect(await events.frame { !$0.names.isEmpty } != nil)
            try await live.remote.end(session.id)
            #expect(await events.failure() == "the session has ended")
            await events.end()
            await #expect { try await source.perform(Call("refresh", [:])) } throws: { error in
                (error as? FeatureError)?.code == .closed
            }
        }
    }

    @Test("If the session ends during an outage, the source reports the end after the outage")
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

    @Test("If a server sends nothing for too long, the source treats the connection as lost")
    func silence() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            // This timeout uses the client's own clock. The timeout is long enough for the first frame to arrive while
            // all other tests run.
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

    @Test("A link opens its own session, which ends when the user goes back")
    func link() async throws {
        try await LiveServer.run { live in
            let source = RemoteSource(
                .launch(FeatureLink(feature: "gallery")), on: live.remote, manifest: GalleryFeature.manifest,
                clock: clock)
            let events = Events(of: source)
            let frame = try #require(await events.frame { $0.screen.title == "Gallery" })
            #expect(await run("sessions", live.root).output.hasPrefix("\(live.root)/sessions/\(frame.session)  "))
            await source.close()
            await events.end()
            #expect(await run("sessions", live.root).output == "")
        }
    }

    @Test("A session that the source has begun does not end with the source while another viewer watches it")
    func watchedByOthers() async throws {
        try await LiveServer.run { live in
            let source = RemoteSource(
                .launch(FeatureLink(feature: "kennel")), on: live.remote, manifest: KennelFeature.manifest, clock: clock
            )
            let events = Events(of: source)
            let frame = try #require(await events.frame { !$0.names.isEmpty })
            let other = RemoteSource(
                .session(frame), on: live.remote, manifest: KennelFeature.manifest, clock: clock)
            let others = Events(of: other)
            #expect(await others.frame { _ in true } != nil)
            await events.viewers(2)
            await source.close()
            await events.end()
            #expect(try await live.remote.frame(of: frame.session) == frame)
            await other.close()
        }
    }

    @Test("If a launch fails on the server, the source reports the server's message")
    func unlaunchable() async throws {
        try await LiveServer.run { live in
            let link = FeatureLink(feature: "kennel", options: ["mood": "missing"])
            let source = RemoteSource(
                .launch(link), on: live.remote, manifest: KennelFeature.manifest, clock: clock)
            #expect(await Events(of: source).failure()?.contains("cannot open 'dogs.csv'") == true)
        }
    }

    @Test("A form keeps its typed text while the connection is lost")
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
            // The form may take a "q" as text while it waits for the response, so press Ctrl-C. Until the response, its
            // text may not have been sent, so the first press only asks.
            terminal.type("\u{3}\u{3}")
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

/// The events of a source.
///
/// A test waits for one event after another.
private struct Events {
    private let all: AsyncStream<SourceEvent>

    init(of source: RemoteSource) { all = source.events() }

    /// Waits for a frame that satisfies a condition.
    func frame(_ isWanted: (Frame) -> Bool) async -> Frame? {
        for await event in all { if case .frame(let frame) = event, isWanted(frame) { return frame } }
        return nil
    }

    func notice() async -> Notice? {
        for await event in all { if case .notice(let notice) = event { return notice } }
        return nil
    }

    /// Waits until the session has a number of viewers.
    func viewers(_ wanted: Int) async {
        for await event in all { if case .viewers(wanted) = event { return } }
    }

    func connection() async -> SourceConnection? {
        for await event in all { if case .connection(let connection) = event { return connection } }
        return nil
    }

    /// Waits until the connection is restored, and ignores the reasons for which it was lost.
    func isLive() async -> Bool {
        while let connection = await connection() { if connection == .live { return true } }
        return false
    }

    func failure() async -> String? {
        for await event in all { if case .failed(let error) = event { return "\(error)" } }
        return nil
    }

    /// Ignores all remaining events, and returns after the last event.
    func end() async { for await _ in all {} }
}

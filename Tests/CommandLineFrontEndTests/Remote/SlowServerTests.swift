import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("A server that sends one space after another", .timeLimit(.minutes(1)))
struct SlowServerTests {
    @Test(
        "The time limit of a command ends the wait, although the server keeps sending",
        arguments: [
            ["attach", "/sessions/abc"], ["attach", "/features/doggy"], ["attach", ""], ["sessions", ""],
            ["sessions", "", "--json"],
        ])
    func commands(words: [String]) async throws {
        try await TricklingServer.run { server, root in
            let recorder = RecordingConsole()
            let arguments = [words[0], root + words[1], "--timeout", "3s"] + words.dropFirst(2)
            let ending = Task { await CommandLineFrontEndTests.run(arguments, as: KennelHost.self, on: recorder) }
            await server.sent(3)
            await recorder.clock.advance(by: .seconds(3))
            let (code, errors) = await (ending.value.code, ending.value.errors)
            #expect(code == 1)
            #expect(
                errors.contains("'\(root)' did not send its whole answer within 3s; set a longer --timeout"),
                "\(errors)")
        }
    }

    @Test(
        "Without a time limit, a whole answer has ten seconds, also one that refuses",
        arguments: ["200 OK", "500 Internal Server Error"])
    func patience(status: String) async throws {
        let clock = ManualClock()
        let beginning = "HTTP/1.1 \(status)\r\nContent-Type: application/problem+json\r\n\r\n"
        try await TricklingServer.run(beginning: beginning) { server, root in
            let remote = RemoteServer(try #require(ServerAddress(root)), clock: clock)
            let sessions = Task { try await remote.sessions() }
            await server.sent(3)
            await clock.advance(by: .seconds(10))
            let error = await #expect(throws: RemoteFault.self) { try await sessions.value }
            #expect(error?.reason.isEmpty == false)
            await remote.shutDown()
        }
    }

    @Test("The beginning of an answer to an action has no time limit, but its rest has")
    func answers() async throws {
        let clock = ManualClock()
        try await TricklingServer.run { server, root in
            let remote = RemoteServer(try #require(ServerAddress(root)), clock: clock)
            let launch = Task { try await remote.launch(FeatureLink(feature: "kennel")) }
            await server.sent(3)
            await clock.advance(by: .seconds(10))
            let error = await #expect(throws: RemoteFault.self) { try await launch.value }
            #expect(error?.reason == "no whole answer within 10s")
            await remote.shutDown()
        }
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("A misbehaving server", .timeLimit(.minutes(5)))
struct MisbehavingServerTests {
    private let clock = ManualClock()

    private func frame(_ revision: Int, session: String = "s") -> Frame {
        Frame(session: session, feature: "kennel", revision: revision, screen: Screen(title: "Revision \(revision)"))
    }

    private func event(_ frame: Frame) -> String {
        "event: frame\nid: \(frame.revision)\ndata: \(String(decoding: frame.json, as: UTF8.self))"
    }

    /// Watches a server that sends the given responses, and advances the clock during each pause.
    ///
    /// Returns the events that the source has reported, and the requests that the server has received.
    private func watch(answering answers: String...) async throws -> (told: [String], asked: [String]) {
        var told: [String] = []
        var asked: [String] = []
        try await ScriptedServer.run(answering: answers) { server, port in
            let address = try #require(ServerAddress("http://127.0.0.1:\(port)"))
            let remote = RemoteServer(address)
            let source = RemoteSource(
                .session(frame(1)), on: remote, manifest: KennelFeature.manifest, clock: clock, jitter: { 1 })
            let waiting = Task { [clock] in while !Task.isCancelled { await clock.advance(by: .seconds(15)) } }
            for await event in source.events() {
                switch event {
                case .frame(let frame): told.append(frame.screen.title)
                case .notice(let notice): told.append(notice.text)
                case .connection(.live): told.append("live")
                case .connection(.lost(let reason)): told.append("lost: \(reason)")
                case .work, .viewers: break
                case .failed(let error): told.append("failed: \(error)")
                }
            }
            waiting.cancel()
            clock.move(by: .seconds(15))
            asked = server.requests
            await remote.shutDown()
        }
        return (told, asked)
    }

    @Test("If a patch cannot be applied, the source requests a whole frame and reports no error")
    func mismatch() async throws {
        let (told, asked) = try await watch(
            answering: ScriptedServer.events("event: patch\nid: 9\ndata: {\"from\":8,\"to\":9}"),
            ScriptedServer.events(event(frame(9)), "event: closed\ndata: {}"), ScriptedServer.unknownSession)
        #expect(told == ["Revision 1", "Revision 9", "failed: the session has ended"])
        #expect(asked.map { $0.lowercased().contains("last-event-id: 1\r\n") } == [true, false, false])
        #expect(!asked[1].lowercased().contains("last-event-id"))
    }

    @Test("A server that does not know the addresses of the API is no FeatureHost server")
    func foreign() async throws {
        let answer = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
        try await ScriptedServer.run(answering: [answer]) { _, port in
            let ending = await run("attach", "http://127.0.0.1:\(port)/sessions/abc")
            #expect(ending.code == 69)
            #expect(ending.errors.contains("this is not a FeatureHost response; check the address"))
        }
    }

    @Test("The source reports repeated invalid events and reconnects")
    func mismatches() async throws {
        let (told, _) = try await watch(
            answering: ScriptedServer.events("event: frame\ndata: zebra"),
            ScriptedServer.events(event(frame(3, session: "another"))),
            ScriptedServer.events("event: news\ndata: 1", ": beat", event(frame(4)), "event: closed\ndata: {}"),
            ScriptedServer.unknownSession)
        #expect(
            told == [
                "Revision 1", "lost: the server sent invalid events", "live", "Revision 4",
                "failed: the session has ended",
            ])
    }

    @Test("After a temporary refusal the source retries, and after a permanent refusal it ends")
    func refusals() async throws {
        let problem = #"{"title":"No","status":503,"detail":"no room now"}"#
        let (told, _) = try await watch(
            answering: ScriptedServer.events(event(frame(2))),
            answer("503 No", "application/problem+json", problem),
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 403 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        #expect(
            told.prefix(5) == [
                "Revision 1", "Revision 2", "lost: the server closed the connection", "lost: no room now",
                "lost: expected an event stream, got \"text/html\"",
            ])
        #expect(told.last?.hasSuffix("refused: the server answered 403 Forbidden") == true)
    }

    @Test("A server that closes its sessions because it stops has not ended them, so the source waits for it")
    func stopping() async throws {
        let problem = #"{"title":"No","status":503,"detail":"the host is stopping"}"#
        let (told, _) = try await watch(
            answering: ScriptedServer.events(event(frame(2)), "event: closed\ndata: {}"),
            answer("503 Service Unavailable", "application/problem+json", problem), "", ScriptedServer.unknownSession)
        #expect(
            told == [
                "Revision 1", "Revision 2", "lost: the host is stopping", "lost: the server closed the connection",
                "failed: the session has ended",
            ])
    }

    @Test("A stream that the server renews is opened again, and nothing is lost")
    func renewal() async throws {
        let (told, asked) = try await watch(
            answering: ScriptedServer.events(event(frame(2)), "event: renew\ndata: {}"),
            ScriptedServer.events("event: renew\ndata: {}"),
            ScriptedServer.events(event(frame(3)), "event: closed\ndata: {}"), ScriptedServer.unknownSession)
        #expect(told == ["Revision 1", "Revision 2", "Revision 3", "failed: the session has ended"])
        #expect(asked.prefix(3).map { $0.lowercased().contains("last-event-id: 2\r\n") } == [false, true, true])
    }

    private func answer(_ status: String, _ type: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("The source treats a 5xx response of a proxy as a lost connection")
    func proxies() async throws {
        let gateway = #"{"title":"Bad Gateway","status":502,"detail":"upstream is away"}"#
        let (told, _) = try await watch(
            answering: ScriptedServer.events(event(frame(2))),
            answer("502 Bad Gateway", "application/problem+json", gateway),
            answer("503 Service Unavailable", "application/json", #"{"detail":"upstream is away"}"#),
            answer("503 Service Unavailable", "application/problem+json", #"{"detail":"upstream is away"}"#),
            ScriptedServer.events("event: closed\ndata: {}"), ScriptedServer.unknownSession)
        #expect(
            told == [
                "Revision 1", "Revision 2", "lost: the server closed the connection",
                "lost: the server answered 502 Bad Gateway",
                "lost: the server answered 503 Service Unavailable", "live", "failed: the session has ended",
            ])
    }
}

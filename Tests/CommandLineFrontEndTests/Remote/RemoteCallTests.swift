import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("Calls to a session on a server, and patches from it", .timeLimit(.minutes(5)))
struct RemoteCallTests {
    private let clock = ManualClock()

    private func frame(_ revision: Int) -> Frame {
        Frame(session: "s", feature: "kennel", revision: revision, screen: Screen(title: "Revision \(revision)"))
    }

    private func events(_ frame: Frame) -> String {
        ScriptedServer.events(
            "event: frame\nid: \(frame.revision)\ndata: \(String(decoding: frame.json, as: UTF8.self))")
    }

    /// Calls a closure with a source that follows a server with the given responses.
    private func follow(
        _ answers: String..., answersOneStream: Bool = false,
        body: (RemoteSource, ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(answering: answers, answersOneStream: answersOneStream) { server, port in
            let remote = RemoteServer(try #require(ServerAddress("http://127.0.0.1:\(port)")))
            let source = RemoteSource(
                .session(frame(1)), on: remote, manifest: KennelFeature.manifest, clock: clock, jitter: { 1 })
            do { try await body(source, server) } catch {
                await remote.shutDown()
                throw error
            }
            await source.close()
            await remote.shutDown()
        }
    }

    @Test("A call sends the id of its form and null for emptied fields, and returns the revision of the answer")
    func call() async throws {
        let opens = #"{"feature":"guide","options":{"id":"oslo"}}"#
        let answer = #"{"session":"s","revision":7,"notices":[],"opens":\#(opens)}"#
        let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        try await follow(events(frame(2)), json + "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)") {
            source, server in
            let events = source.events()
            for await event in events {
                if case .frame(let frame) = event, frame.revision == 2 { break }
            }
            let call = Call("convert", ["celsius": 21.5], emptied: ["fahrenheit"], form: "t/1")
            let link = FeatureLink(feature: "guide", options: ["id": "oslo"])
            let answer = try await source.perform(call)
            #expect(answer == SourceAnswer(revision: 7, opens: link))
            #expect(server.requests[0].hasPrefix("GET /api/sessions/s/events?vocabulary=\(Screen.vocabulary) "))
            #expect(server.requests[1].hasPrefix("POST /api/sessions/s/actions/convert?form=t%2F1 "))
            #expect(server.requests[1].hasSuffix("\r\n\r\n" + #"{"celsius":21.5,"fahrenheit":null}"#))
            withExtendedLifetime(events) {}
        }
    }

    @Test("A call that takes longer than a request may wait is awaited by requests with the same key")
    func patience() async throws {
        let problem = #"{"title":"Gateway Timeout","status":504,"detail":"'rebuild' was still running after 30s"}"#
        let late =
            "HTTP/1.1 504 Gateway Timeout\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
            + "Content-Length: \(problem.utf8.count)\r\n\r\n\(problem)"
        let answer = #"{"session":"s","revision":7,"notices":[]}"#
        let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        try await follow(
            events(frame(2)), late, late, json + "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)",
            answersOneStream: true
        ) { source, server in
            let events = source.events()
            for await event in events {
                if case .frame(let frame) = event, frame.revision == 2 { break }
            }
            let waiting = Task { [clock] in while !Task.isCancelled { await clock.advance(by: .milliseconds(500)) } }
            let answer = try await source.perform(Call("rebuild"))
            waiting.cancel()
            #expect(answer == SourceAnswer(revision: 7))
            let keys = server.requests.dropFirst().compactMap { request in
                request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("idempotency-key:") }
            }
            #expect(keys.count == 3 && Set(keys).count == 1)
            withExtendedLifetime(events) {}
        }
    }

    @Test("A call that finds its session ended is refused as closed, and ends the wait for the next connection")
    func ended() async throws {
        let problem = #"{"title":"Not Found","status":404,"detail":"there is no such session"}"#
        let gone =
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
            + "Content-Length: \(problem.utf8.count)\r\n\r\n\(problem)"
        // The source asks for the frame too, because an unknown action is answered alike.
        try await follow(events(frame(2)), gone, gone, gone) { source, _ in
            let events = source.events()
            for await event in events {
                if case .connection(.lost) = event { break }
            }
            await clock.sleepers()
            await #expect { try await source.perform(Call("refresh")) } throws: { error in
                (error as? FeatureError)?.code == .closed
            }
            // The clock does not move, so no wait ends by itself.
            for await event in events {
                guard case .failed(let error) = event else { continue }
                #expect("\(error)" == "the session has ended")
            }
        }
    }

    @Test("After a patch with an unknown edit, the source requests only whole frames")
    func unknownEdit() async throws {
        let edit = #"{"from":1,"to":2,"elements":[{"weave":["a"],"into":"b"}]}"#
        let waiting = Task { [clock] in while !Task.isCancelled { await clock.advance(by: .seconds(15)) } }
        try await follow(
            ScriptedServer.events("event: patch\nid: 2\ndata: \(edit)"), events(frame(2)), events(frame(3))
        ) { source, server in
            for await event in source.events() {
                guard case .frame(let frame) = event, frame.revision == 3 else { continue }
                break
            }
            let asked = server.requests
            #expect(asked[0].hasPrefix("GET /api/sessions/s/events?vocabulary="))
            #expect(asked[1].hasPrefix("GET /api/sessions/s/events "))
            #expect(!asked[1].lowercased().contains("last-event-id"))
            #expect(asked[2].hasPrefix("GET /api/sessions/s/events "))
        }
        waiting.cancel()
        clock.move(by: .seconds(15))
    }
}

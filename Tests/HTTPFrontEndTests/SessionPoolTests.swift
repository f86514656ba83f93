import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionPoolTests {
    private func isRunning(_ id: String, _ client: HostClient) async throws -> Bool {
        try await client.get("/api/sessions/\(id)").status == .ok
    }

    @Test func `Opening a session beyond the limit is answered with 503 and Retry-After`() async throws {
        try await TestHost(change: { $0.sessionLimit = 2 }).run { client in
            _ = try await client.open("kennel")
            let second = try await client.open("kennel")
            let response = try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#)
            #expect(response.headers[.retryAfter] == "60")
            #expect(
                try response.problem(.serviceUnavailable).detail
                    == "2 sessions are running, the limit of this host; close one or try again later")
            let page = try await client.get("/features/kennel")
            #expect(page.status == .serviceUnavailable)
            #expect(page.headers[.retryAfter] == "60")
            _ = try await client.ask(.delete, "/api/sessions/\(second)")
            _ = try await client.open("kennel")
        }
    }

    @Test func `Sessions for single requests count against the limit of sessions`() async throws {
        let host = try TestHost(change: { $0.sessionLimit = 2 })
        try await host.run { client in
            let id = try await client.open("kennel")
            async let screen = client.get("/api/features/kennel/screen?latency=5s")
            await host.clock.sleepers(2)
            for (method, path) in [
                (HTTPRequest.Method.get, "/api/features/kennel/screen"), (.post, "/api/features/kennel/actions/bark"),
            ] {
                let response = try await client.ask(method, path)
                #expect(response.headers[.retryAfter] == "60")
                _ = try response.problem(.serviceUnavailable)
            }
            #expect(try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#).status.code == 503)
            await host.clock.advance(by: .seconds(5))
            #expect(try await screen.status == .ok)
            #expect(try await client.get("/api/features/kennel/screen").status == .ok)
            #expect(try await client.get("/api/features/kennel/screen?source=nowhere").status.code == 422)
            _ = try await client.open("kennel")
            #expect(try await isRunning(id, client) == true)
        }
    }

    @Test func `A screen request at the limit ends an unused session`() async throws {
        let host = try TestHost(change: { $0.sessionLimit = 1 })
        try await host.run { client in
            let id = try await client.open("kennel")
            host.clock.move(by: .seconds(60))
            #expect(try await client.get("/api/features/kennel/screen").status == .ok)
            #expect(try await isRunning(id, client) == false)
            _ = try await client.open("kennel")
        }
    }

    @Test func `At the limit, a new session ends the session that has been unused for the longest time`() async throws {
        let host = try TestHost(change: { $0.sessionLimit = 2 })
        try await host.run { client in
            let first = try await client.open("kennel")
            host.clock.move(by: .seconds(1))
            let second = try await client.open("kennel")
            host.clock.move(by: .seconds(1))
            #expect(try await isRunning(first, client) == true)
            host.clock.move(by: .seconds(60))
            let third = try await client.open("kennel")
            #expect(try await isRunning(second, client) == false)
            #expect(try await isRunning(first, client) == true)
            #expect(try await isRunning(third, client) == true)
        }
    }

    @Test func `At the limit of an address, its page session that was unused for the longest time ends`() async throws {
        let host = try TestHost(change: { $0.addressSessionLimit = 3 })
        try await host.run { client in
            let program = try await client.open("kennel")
            host.clock.move(by: .seconds(1))
            let left = try await client.openSessionPage("kennel").id
            host.clock.move(by: .seconds(1))
            let used = try await client.openSessionPage("kennel").id
            let third = try await client.openSessionPage("kennel").id
            #expect(try await isRunning(left, client) == false)
            for id in [program, used, third] { #expect(try await isRunning(id, client)) }
            // API sessions replace the sessions of the two pages. An API session is not ended at once to make room.
            for id in [used, third] { _ = try await client.ask(.delete, "/api/sessions/\(id)") }
            for _ in 0..<2 { _ = try await client.open("kennel") }
            let response = try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#)
            #expect(
                try response.problem(.serviceUnavailable).detail
                    == "3 sessions of your address are running, the limit per address; close one or try again later"
            )
            #expect(try await client.get("/features/kennel").status == .serviceUnavailable)
        }
    }

    @Test func `A session with a viewer never ends to make room for a new session`() async throws {
        let host = try TestHost(change: { $0.sessionLimit = 2 })
        try await host.run { client in
            let watched = try await client.open("kennel")
            let session = try host.server.session(watched)
            async let events = client.get("/api/sessions/\(watched)/events")
            await eventually { await session.viewerCount > 0 }
            host.clock.move(by: .seconds(1))
            let other = try await client.open("kennel")
            host.clock.move(by: .seconds(3600))
            _ = try await client.open("kennel")
            #expect(try await isRunning(other, client) == false)
            #expect(try await isRunning(watched, client) == true)
            _ = try await client.ask(.delete, "/api/sessions/\(watched)")
            #expect(try await events.text.hasSuffix("event: closed\ndata: {}\n\n"))
        }
    }

    @Test func `A session ends when it has been unused for its lifetime`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let used = try await client.open("kennel")
            let unused = try await client.open("kennel")
            host.clock.move(by: .seconds(899))
            #expect(try await isRunning(used, client) == true)
            host.clock.move(by: .seconds(1))
            #expect(try await isRunning(used, client) == true)
            #expect(try await client.get("/api/sessions").text.contains(unused) == false)
            #expect(try await isRunning(unused, client) == false)
        }
    }

    @Test func `An expired session ends even if no request asks for the session`() async throws {
        let clock = ManualClock()
        try await LiveHost.run(clock: clock) { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let viewer = try await server.session(id).attach()
            await clock.advance(by: .seconds(900))
            while await viewer.next() != nil {}
        }
    }

    @Test func `A host that is shutting down accepts no new work`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            host.server.drain()
            #expect(try await isRunning(id, client) == false)
            _ = try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#).problem(.serviceUnavailable)
            let ready = try await client.get("/readyz")
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.text == "draining\n")
            #expect(ready.headers[.retryAfter] == "5")
            #expect(try await client.get("/livez").status == .ok)
        }
    }

    @Test func `An action that the shutdown interrupts is answered with 503, so that clients retry`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            let path = "/api/sessions/\(id)/actions/nap"
            let viewer = try await host.server.session(id).attach()
            async let nap = client.ask(.post, path)
            await host.latch.arrival()
            host.server.drain()
            // Draining closes the session a little later. The action must not end before that.
            while await viewer.next() != nil {}
            host.latch.open()
            let detail = try await nap.problem(.serviceUnavailable).detail
            #expect(detail == "the host is shutting down; try again later")
            _ = try await client.ask(.post, path).problem(.serviceUnavailable)
        }
    }

    @Test func `Sessions do not share state`() async throws {
        try await TestHost().run { client in
            let first = try await client.open("kennel")
            let second = try await client.open("kennel")
            let before = try await client.get("/api/sessions/\(second)").frame()
            _ = try await client.post("/api/sessions/\(first)/actions/release", json: #"{"id": "1"}"#)
            #expect(try await client.get("/api/sessions/\(second)").frame() == before)
        }
    }
}

import FeatureTesting
import HTTPFrontEnd
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignOutTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    /// Signs a browser in and returns the line of its cookie.
    private func signIn(on port: Int) async throws -> String {
        let head = try await Wire.ask(
            "POST /login", on: port, body: ("application/x-www-form-urlencoded", "token=\(Self.token)&next=/"))
        return "Cookie: \(try #require(head.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/)).1)"
    }

    private func watch(_ wire: inout Wire, _ path: String, _ field: String) async throws {
        try await wire.send("GET \(path) HTTP/1.1", "Host: localhost", field)
        #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
        #expect(try await wire.readEvent()?.contains("event: frame\n") == true)
    }

    @Test(arguments: ["/api/sessions/ID/events", "/sessions/ID/live"])
    func `A sign-out ends the streams of this sign-in, and no others`(path: String) async throws {
        try await LiveHost.run(change: { $0.token = Self.token }) { _, port, _ in
            let (leaving, staying, bearer) = (
                try await signIn(on: port), try await signIn(on: port), "Authorization: Bearer \(Self.token)"
            )
            let id = try #require(await Wire.openKennel(on: port, from: "127.0.0.1", [bearer]))
            let path = path.replacing("ID", with: id)
            try await Wire.connected(to: port) { ending in
                try await Wire.connected(to: port) { other in
                    try await Wire.connected(to: port) { program in
                        try await watch(&ending, path, leaving)
                        try await watch(&other, path, staying)
                        try await watch(&program, path, bearer)
                        let out = try await Wire.ask("POST /logout", on: port, [leaving])
                        #expect(out.hasPrefix("HTTP/1.1 303"))
                        // The session goes on, so the stream does not say that it is closed.
                        #expect(try await !ending.readToEnd().contains("event: closed"))
                        _ = try await Wire.ask("POST /api/sessions/\(id)/actions/bark", on: port, [bearer])
                        #expect(try await other.readEvent()?.contains("Woof") == true)
                        #expect(try await program.readEvent()?.contains("Woof") == true)
                        #expect(
                            try await Wire.ask("GET \(path)", on: port, [leaving, "Accept: text/event-stream"])
                                .hasPrefix("HTTP/1.1 401"))
                    }
                }
            }
        }
    }

    @Test func `The end of a sign-in's lifetime ends its streams`() async throws {
        let clock = ManualClock()
        try await LiveHost.run(clock: clock, change: { $0.token = Self.token }) { _, port, _ in
            let cookie = try await signIn(on: port)
            let id = try #require(await Wire.openKennel(on: port, from: "127.0.0.1", [cookie]))
            try await Wire.connected(to: port) { wire in
                try await watch(&wire, "/api/sessions/\(id)/events", cookie)
                await clock.advance(by: .seconds(12 * 3600))
                #expect(try await !wire.readToEnd().contains("event: closed"))
            }
        }
    }
}

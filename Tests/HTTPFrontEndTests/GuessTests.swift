import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct GuessTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
    private static let wrong: HTTPFields = [.authorization: "Bearer wrong-wrong-wrong"]

    private func makeHost() throws -> TestHost { try TestHost(change: { $0.token = Self.token }) }

    @Test func `After ten guesses within a minute, an address may try no token, not even the right one`() async throws {
        let host = try makeHost()
        try await host.run { client in
            for number in 0..<10 {
                if number == 5 { host.clock.move(by: .milliseconds(20_500)) }
                #expect(try await client.get("/api/features", Self.wrong).status == .unauthorized)
            }
            for fields in [Self.wrong, Self.bearer] {
                let refusal = try await client.get("/api/features", fields)
                #expect(
                    try refusal.problem(.tooManyRequests).detail
                        == "your address presented 10 wrong tokens within a minute; try again in 40 s")
                #expect(refusal.headers[.retryAfter] == "40")
            }
            let page = try await client.post("/login", form: "token=\(Self.token)&next=/")
            #expect(page.status == .tooManyRequests)
            #expect(page.headers[.retryAfter] == "40")
            #expect(page.text.contains("try again in 40 s"))
            // A request without a token is no guess.
            #expect(try await client.get("/api/features").status == .unauthorized)
            #expect(try await client.get("/login").status == .ok)
            host.clock.move(by: .milliseconds(39_500))
            for _ in 0..<5 { #expect(try await client.get("/api/features", Self.wrong).status == .unauthorized) }
            #expect(try await client.get("/api/features", Self.wrong).status == .tooManyRequests)
        }
    }

    @Test func `A sign-in and a token that were right before are not refused for others' guesses`() async throws {
        try await makeHost().run { client in
            #expect(try await client.get("/api/features", Self.bearer).status == .ok)
            let signedIn = try await client.post("/login", form: "token=\(Self.token)&next=/")
            let cookie = String(try #require(signedIn.headers[.setCookie]).prefix { $0 != ";" })
            for _ in 0..<10 { #expect(try await client.post("/login", form: "token=x").status == .unauthorized) }
            #expect(try await client.post("/login", form: "token=x").status == .tooManyRequests)
            #expect(try await client.get("/api/features", Self.wrong).status == .tooManyRequests)
            #expect(try await client.get("/api/features", Self.bearer).status == .ok)
            #expect(try await client.get("/api/features", [.cookie: cookie]).status == .ok)
            #expect(try await client.post("/login", form: "token=\(Self.token)&next=/").status == .seeOther)
        }
    }

    @Test func `A browser that is signed in stays so although its address has guessed too often`() async throws {
        try await makeHost().run { client in
            for _ in 0..<9 { _ = try await client.get("/api/features", Self.wrong) }
            let signedIn = try await client.post("/login", form: "token=\(Self.token)&next=/")
            let cookie = String(try #require(signedIn.headers[.setCookie]).prefix { $0 != ";" })
            for _ in 0..<2 { _ = try await client.get("/api/features", Self.wrong) }
            #expect(try await client.get("/api/features", [.cookie: cookie]).status == .ok)
        }
    }

    @Test func `Each guess is logged with its address and without the token`() async throws {
        let record = LogRecord()
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.token = Self.token
            $0.trustedProxies = ["127.0.0.1"]
        }
        try await LiveHost.run(change: change, record: record) { _, port, _ in
            func ask(_ count: Int, for client: String) async throws -> [Substring] {
                var answers: [Substring] = []
                for _ in 0..<count {
                    answers.append(
                        try await Wire.ask(
                            "GET /api/features", on: port,
                            ["Authorization: Bearer wrong-wrong-wrong", "X-Forwarded-For: \(client)"]
                        ).prefix(12))
                }
                return answers
            }
            let expected = Array(repeating: Substring("HTTP/1.1 401"), count: 10)
            let (first, other) = (try await ask(12, for: "192.0.2.1"), try await ask(1, for: "2001:db8::1"))
            #expect(first == expected + ["HTTP/1.1 429", "HTTP/1.1 429"])
            #expect(other == ["HTTP/1.1 401"])
        }
        let warnings = record.entries.filter { $0.level == .warning }
        let addresses = warnings.map { $0.metadata["address"] }
        #expect(addresses == Array(repeating: "192.0.2.1", count: 11) + ["2001:db8:0:0::/64"])
        #expect(warnings.count { $0.message == "A client presented a wrong access token" } == 11)
        #expect(!"\(record.entries)".contains("wrong-wrong-wrong"))
    }

    @Test func `The documentation of the API tells that too many guesses are refused`() async throws {
        try await makeHost().run { client in
            let document = try await client.get("/openapi.json", Self.bearer).text
            #expect(document.contains("The client's address presented too many wrong tokens."))
        }
    }
}

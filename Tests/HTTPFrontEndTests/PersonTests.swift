import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct PersonTests {
    private static let (kim, lee) = ("0123456789abcdef-kim", "0123456789abcdef-lee")

    private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

    private func cookie(_ client: HostClient, _ token: String) async throws -> HTTPFields {
        let response = try await client.post("/login", form: "token=\(token)&next=/")
        return [.cookie: String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })]
    }

    @Test func `A host tells each client its person, by a bearer token and by a sign-in`() async throws {
        let folder = try TokenFolder("kim \(Self.kim) keeper", "lee \(Self.lee)")
        try await TestHost(change: { $0.tokenFile = folder.path }).run { client in
            for (token, expected) in [
                (Self.kim, #"{"id":"kim","name":"kim","roles":["keeper"]}"#),
                (Self.lee, #"{"id":"lee","name":"lee","roles":[]}"#),
            ] {
                let fields = try await cookie(client, token)
                #expect(try await client.get("/api/person", bearer(token)).text == expected)
                #expect(try await client.get("/api/person", fields).text == expected)
            }
            #expect(try await client.get("/api/person").status == .unauthorized)
        }
    }

    @Test func `The only token of a host belongs to a person with every role`() async throws {
        try await TestHost(change: { $0.token = Self.kim }).run { client in
            let response = try await client.get("/api/person", bearer(Self.kim))
            #expect(response.text == #"{"id":"token","name":"token","roles":"all"}"#)
        }
    }

    @Test func `Without sign-ins, this machine's user is known, but nobody behind a proxy or on other machines`()
        async throws
    {
        try await TestHost().run { client in
            let own = try await client.get("/api/person")
            #expect(own.status == .ok && own.text.contains(#""roles":"all""#))
            for (name, value) in [
                ("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Host", "x"),
                ("X-Forwarded-Proto", "https"), ("Via", "1.1 proxy"),
            ] {
                let response = try await client.get("/api/person", [try #require(HTTPField.Name(name)): value])
                #expect(response.status == .ok && response.text == "null", "\(name)")
            }
        }
        let open = try TestHost(change: {
            $0.host = "0.0.0.0"
            $0.isOpenToEverybody = true
        })
        #expect(try await open.asked { try await $0.get("/api/person") }.text == "null")
    }

    @Test func `A client that may come through a proxy is not this machine's user`() async throws {
        try await LiveHost.run(change: { $0.allowedHosts = ["dogs.example.org"] }) { _, port, _ in
            for (host, version, isOwn) in [
                ("localhost", "1.1", true), ("127.0.0.1:\(port)", "1.1", true), ("LOCALHOST:1", "1.1", true),
                ("dogs.example.org", "1.1", false), ("Dogs.Example.org:443", "1.1", false),
                ("localhost", "1.0", false),
            ] {
                let answer = try await Wire.connected(to: port) { wire in
                    try await wire.send("GET /api/person HTTP/\(version)", "Host: \(host)", "Connection: close")
                    return try await wire.readToEnd()
                }
                #expect(answer.hasPrefix("HTTP/\(version) 200"), "\(answer)")
                #expect(answer.hasSuffix("\r\n\r\nnull") != isOwn, "\(host) \(version): \(answer)")
            }
        }
    }

    @Test func `A browser that signs in again ends its earlier sign-in`() async throws {
        let folder = try TokenFolder("kim \(Self.kim)", "lee \(Self.lee)")
        try await TestHost(change: { $0.tokenFile = folder.path }).run { client in
            let (first, other) = (try await cookie(client, Self.kim), try await cookie(client, Self.kim))
            _ = try await client.post("/login", form: "token=\(Self.lee)&next=/", first)
            #expect(try await client.get("/api/person", first).status == .unauthorized)
            #expect(try await client.get("/api/person", other).status == .ok)
        }
    }

    @Test func `The bar of each page says who is signed in, and signs out`() async throws {
        let name = "a<b>" + String(repeating: "x", count: 60)
        let folder = try TokenFolder("kim \(Self.kim)", "\(name) \(Self.lee)")
        try await TestHost(change: { $0.tokenFile = folder.path }).run { client in
            let kim = try await cookie(client, Self.kim)
            let session = try await client.post("/api/sessions", json: #"{"feature":"kennel"}"#, kim).frame().session
            for path in ["/", "/sessions/\(session)", "/features/nothing"] {
                let page = try await client.get(path, kim).text
                #expect(page.contains("<span><bdi>kim</bdi></span></button>"), "\(path)")
                #expect(page.contains("<p>Signed in as <bdi>kim</bdi></p>"), "\(path)")
                #expect(page.contains("action=\"/logout\"><button>Sign out</button>"), "\(path)")
            }
            let page = try await client.get("/", try await cookie(client, Self.lee)).text
            #expect(page.contains("<bdi>a&lt;b&gt;" + String(repeating: "x", count: 15) + "…</bdi>"))
            #expect(page.contains("as <bdi>a&lt;b&gt;" + String(repeating: "x", count: 60) + "</bdi>"))
        }
        #expect(try await TestHost.ask(.get, "/").text.contains("account") == false)
    }

    @Test func `A sign-in ends after twelve hours without a request, and after seven days`() async throws {
        let host = try TestHost(change: { $0.token = Self.kim })
        try await host.run { client in
            func isKnown(_ fields: HTTPFields) async throws -> Bool {
                try await client.get("/api/person", fields).status == .ok
            }
            let idle = try await cookie(client, Self.kim)
            host.clock.move(by: .seconds(12 * 3600 - 1))
            #expect(try await isKnown(idle))
            host.clock.move(by: .seconds(12 * 3600 - 1))
            #expect(try await isKnown(idle))
            host.clock.move(by: .seconds(12 * 3600))
            #expect(try await !isKnown(idle))
            let busy = try await cookie(client, Self.kim)
            for _ in 0..<(7 * 24 - 1) {
                host.clock.move(by: .seconds(3600))
                guard try await isKnown(busy) else { return #expect(Bool(false), "the sign-in ended early") }
            }
            host.clock.move(by: .seconds(3600))
            #expect(try await !isKnown(busy))
        }
    }

    @Test func `Somebody with a token cannot try another one without limit`() async throws {
        let folder = try TokenFolder("kim \(Self.kim)", "lee \(Self.lee)")
        try await TestHost(change: { $0.tokenFile = folder.path }).run { client in
            let first = try await client.get("/api/person", bearer(Self.kim))
            #expect(first.status == .ok)
            for _ in 0..<10 {
                #expect(try await client.get("/api/person", bearer("wrong-wrong-wrong")).status == .unauthorized)
            }
            for fields in [bearer("wrong-wrong-wrong"), bearer(Self.lee)] {
                #expect(try await client.get("/api/person", fields).status == .tooManyRequests)
            }
            #expect(try await client.get("/api/person", bearer(Self.kim)).status == .ok)
        }
    }
}

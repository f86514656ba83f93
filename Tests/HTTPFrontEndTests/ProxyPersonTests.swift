import ArgumentParser
import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProxyPersonTests {
    private static let (secret, kim) = (ProxiedHost.secret, ProxiedHost.kim)
    private static let token = "0123456789abcdef-token"
    private static let bearer = "Authorization: Bearer \(token)"

    /// Runs a host whose proxy names persons, and passes its port to a closure.
    private func run(
        _ features: [any Feature] = [KennelFeature()], clock: any Clock<Duration> = ManualClock(),
        change: (inout HTTPServerConfiguration) -> Void = { _ in }, record: LogRecord? = nil,
        _ body: (_ host: ProxiedHost, _ port: Int) async throws -> Void
    ) async throws {
        let host = try ProxiedHost()
        try await LiveHost.run(
            features, clock: clock,
            change: {
                host.configure(&$0)
                change(&$0)
            }, record: record
        ) { _, port, _ in try await body(host, port) }
    }

    @Test func `A proxy names persons and their roles`() async throws {
        let long = String(repeating: "n", count: 200)
        try await run { _, port in
            for (fields, expected) in [
                ([Self.kim], #"{"id":"kim","name":"kim","roles":[]}"#),
                (["x-remote-user: Käthe Doe"], #"{"id":"Käthe Doe","name":"Käthe Doe","roles":[]}"#),
                (["X-Remote-User: \(long)"], "\"id\":\"\(long)\""),
                ([Self.kim, "X-Remote-Roles: keeper"], #""roles":["keeper"]}"#),
                ([Self.kim, "X-Remote-Roles: keeper, a-1 ,helper"], #""roles":["a-1","helper","keeper"]}"#),
                ([Self.kim, "X-Remote-Roles: "], #""roles":[]}"#),
                // Without tokens, the field has no meaning here.
                ([Self.kim, Self.bearer], #"{"id":"kim","name":"kim","roles":[]}"#),
            ] {
                let answer = try await Wire.get("/api/person", on: port, [Self.secret] + fields)
                #expect(answer.status == 200 && answer.text.contains(expected), "\(fields): \(answer.text)")
            }
        }
    }

    @Test func `The documentation of a host behind a proxy sends clients to the proxy`() async throws {
        try await run { _, port in
            let page = try await Wire.get("/docs", on: port, [Self.secret, Self.kim]).text
            #expect(page.contains("takes requests from its reverse proxy only"))
            #expect(!page.contains("needs no token") && !page.contains("Authorization: Bearer"))
            let document = try await Wire.get("/openapi.json", on: port, [Self.secret, Self.kim]).text
            #expect(document.contains("The reverse proxy names no person.") && !document.contains("securitySchemes"))
        }
    }

    private static let secrets = "expected the header X-Proxy-Secret of the reverse proxy exactly once, got "
    private static let names = "expected the header X-Remote-User of the reverse proxy exactly once, got "
    private static let name = "X-Remote-User: the name must have 1 to 200 bytes and no control characters"
    private static let roles = "X-Remote-Roles: expected roles like keeper,helper of lower-case letters, digits and '-'"

    private static let refused: [(fields: [String], detail: String)] = [
        ([kim], "\(secrets)0"), ([secret, secret, kim], "\(secrets)2"),
        (["X-Proxy-Secret: ", kim], "X-Proxy-Secret is wrong"),
        (["X-Proxy-Secret: 0123456789abcdef-prox", kim], "X-Proxy-Secret is wrong"),
        (["X-Proxy-Secret: 0123456789abcdef-proxy2", kim], "X-Proxy-Secret is wrong"),
        (["\(secret), 0123456789abcdef-proxy", kim], "X-Proxy-Secret is wrong"),
        ([secret], "\(names)0"), ([secret, kim, kim], "\(names)2"), ([secret, kim, "x-remote-user: lee"], "\(names)2"),
        ([secret, "X-Remote-User: "], name), ([secret, "X-Remote-User: k\tim"], name),
        ([secret, "X-Remote-User: \(String(repeating: "n", count: 201))"], name),
        ([secret, "X-Remote-User: k\u{FFFD}m"], name),
        (
            [secret, kim, "X-Remote-Roles: keeper", "X-Remote-Roles: helper"],
            "expected X-Remote-Roles at most once, got 2"
        ),
        ([secret, kim, "X-Remote-Roles: *"], roles), ([secret, kim, "X-Remote-Roles: Keeper"], roles),
        ([secret, kim, "X-Remote-Roles: keeper,"], roles), ([secret, kim, "X-Remote-Roles: keeper helper"], roles),
    ]

    @Test func `A request in which the proxy names no person is answered with 401 and what is missing`() async throws {
        try await run { _, port in
            for (fields, detail) in Self.refused {
                let answer = try await Wire.get("/api/person", on: port, fields)
                #expect(
                    answer.status == 401 && answer.text.contains("application/problem+json")
                        && answer.text.contains("\"detail\":\"\(detail)\"")
                        && answer.text.contains("Trusted-Proxy realm=\"featurehost\""), "\(fields): \(answer.text)")
            }
            // The same fields from anybody else name nobody.
            let direct = try await Wire.get("/api/person", on: port, from: "127.0.0.1", [Self.secret, Self.kim])
            let detail = "this host takes requests from its reverse proxy, and this one is not from a --trusted-proxy"
            #expect(direct.status == 401 && direct.text.contains("\"detail\":\"\(detail)\""), "\(direct.text)")
        }
    }

    @Test func `Without a person, a host serves its health and the files of the error page only`() async throws {
        let host = try ProxiedHost()
        try await LiveHost.run(change: host.configure) { server, port, _ in
            for (method, path) in server.routes where method == "GET" {
                let isOpen = ["/livez", "/readyz", "/theme"].contains(path) || path.contains(".") || path == "/favicon"
                let isListed = path != "/openapi.json" && isOpen
                let answer = try await Wire.get(path.replacing("{", with: "").replacing("}", with: ""), on: port)
                #expect((answer.status == 401) != isListed, "\(path): \(answer.status)")
            }
            for path in ["/login", "/nothing"] {
                #expect(try await Wire.get(path, on: port).status == 401, "\(path)")
                #expect(try await Wire.get(path, on: port, [Self.secret, Self.kim]).status == 404, "\(path)")
            }
        }
    }

    @Test func `A browser without a person gets the page of the problem, without features and without a login`()
        async throws
    {
        try await run { _, port in
            let page = try await Wire.get("/", on: port, ["Sec-Fetch-Mode: navigate"])
            #expect(page.status == 401 && page.text.contains("<h1><bdi>Unauthorized</bdi></h1>"), "\(page.text)")
            #expect(page.text.contains("\(Self.secrets)0"))
            #expect(!page.text.contains("Kennel") && !page.text.contains("/login") && !page.text.contains("/logout"))
        }
    }

    @Test func `The bar of each page names the person of a proxy, and offers no sign-out`() async throws {
        try await run { _, port in
            for path in ["/", "/features/nothing"] {
                let page = try await Wire.get(path, on: port, [Self.secret, Self.kim]).text
                #expect(page.contains("<p>Signed in as <bdi>kim</bdi></p>"), "\(path)")
                #expect(!page.contains("Sign out") && !page.contains("/login"), "\(path)")
            }
        }
    }

    @Test func `Roles of a proxy give their rights`() async throws {
        try await run([VaultFeature()]) { _, port in
            for (role, status) in [("keeper", 200), ("helper", 403)] {
                let head = try await Wire.ask(
                    "POST /api/features/vault/actions/take", on: port, from: ProxiedHost.proxy,
                    [Self.secret, Self.kim, "X-Remote-Roles: \(role)"], body: ("application/json", #"{"item":"gold"}"#))
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
            }
        }
    }

    @Test func `With tokens too, a request has the person of its token, of the proxy or of its sign-in`() async throws {
        try await run(change: { $0.token = Self.token }) { _, port in
            let signIn = try await Wire.ask(
                "POST /login", on: port, body: ("application/x-www-form-urlencoded", "token=\(Self.token)&next=/"))
            let cookie = "Cookie: \(try #require(signIn.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/)).1)"
            let (kim, token) = (#"{"id":"kim","#, #"{"id":"token","#)
            for (address, fields, expected) in [
                ("127.0.0.1", [Self.bearer], token), (ProxiedHost.proxy, [Self.bearer, Self.secret, Self.kim], token),
                (ProxiedHost.proxy, [Self.secret, Self.kim], kim), ("127.0.0.1", [cookie], token),
                (ProxiedHost.proxy, [cookie], token), (ProxiedHost.proxy, [cookie, Self.secret, Self.kim], kim),
                ("127.0.0.1", [], nil), (ProxiedHost.proxy, [], nil), (ProxiedHost.proxy, [Self.kim], nil),
                ("127.0.0.1", [cookie, Self.secret, Self.kim], nil), (ProxiedHost.proxy, [cookie, Self.kim], nil),
                (ProxiedHost.proxy, ["Authorization: Bearer x", Self.secret, Self.kim], nil),
            ] {
                let answer = try await Wire.get("/api/person", on: port, from: address, fields)
                #expect(answer.status == (expected == nil ? 401 : 200), "\(address) \(fields)")
                if let expected { #expect(answer.text.contains(expected), "\(address) \(fields)") }
            }
            // Only our own sign-in can be ended here, and only a browser that may sign in is sent to the login.
            for (fields, canSignOut) in [([cookie], true), ([Self.secret, Self.kim], false)] {
                let page = try await Wire.get("/", on: port, fields).text
                #expect(page.contains("Signed in as") && page.contains("Sign out") == canSignOut)
            }
            #expect(try await Wire.get("/", on: port, from: "127.0.0.1").status == 303)
            #expect(try await Wire.get("/", on: port, [Self.kim]).status == 401)
        }
    }

    @Test(arguments: ["/api/sessions/ID/events", "/sessions/ID/live"])
    func `A stream of a proxy's person ends in time, and asks to be opened again`(path: String) async throws {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.token = Self.token
            $0.proxyStreamLimit = .milliseconds(200)
        }
        try await run(change: change) { _, port in
            let (proxied, bearer) = ([Self.secret, Self.kim], [Self.bearer])
            let id = try #require(await Wire.openKennel(on: port, from: ProxiedHost.proxy, proxied))
            let line = "GET \(path.replacing("ID", with: id)) HTTP/1.1"
            try await Wire.connected(to: port) { (lasting: inout Wire) async throws in
                try await lasting.send(line, "Host: localhost", bearer[0])
                #expect(try await lasting.readEvent()?.contains("event: frame\n") == true)
                try await Wire.connected(to: port, from: ProxiedHost.proxy) { (ending: inout Wire) async throws in
                    try await ending.send(line, "Host: localhost", proxied[0], proxied[1])
                    let events = try await ending.readToEnd()
                    #expect(events.contains("event: frame\n") && !events.contains("event: closed"))
                    // The response is complete, so that a proxy sees no error.
                    #expect(events.hasSuffix("event: renew\ndata: {}\n\n\r\n0\r\n\r\n"), "\(events.suffix(60))")
                }
                _ = try await Wire.ask("POST /api/sessions/\(id)/actions/bark", on: port, bearer)
                #expect(try await lasting.readEvent()?.contains("Woof") == true)
            }
        }
    }

    @Test func `The file of the secret is read again, and a broken one leaves the earlier secret`() async throws {
        let (clock, record) = (ManualClock(), LogRecord())
        try await run(clock: clock, record: record) { host, port in
            func status(_ secret: String) async throws -> Int {
                try await Wire.get("/api/person", on: port, ["X-Proxy-Secret: \(secret)", Self.kim]).status
            }
            try host.folder.write("  0123456789abcdef-next\n\n")
            await clock.advance(by: .seconds(1))
            #expect(try await status("0123456789abcdef-next") == 200)
            #expect(try await status("0123456789abcdef-proxy") == 401)
            for content in ["short", "0123456789abcdef-one 0123456789abcdef-two", ""] {
                try host.folder.write(content)
                await clock.advance(by: .seconds(1))
                #expect(try await status("0123456789abcdef-next") == 200, "\(content)")
            }
        }
        let reasons = record.entries.filter { $0.level == .error }.compactMap { $0.metadata["reason"] }
        #expect(reasons.count == 3 && !"\(record.entries)".contains("0123456789abcdef"), "\(reasons)")
    }

    @Test func `Wrong secrets are logged once a minute without their values`() async throws {
        let (clock, record) = (ManualClock(), LogRecord())
        try await run(clock: clock, record: record) { _, port in
            for step in 0..<7 {
                if step == 6 { await clock.advance(by: .seconds(60)) }
                _ = try await Wire.get("/", on: port, ["X-Proxy-Secret: 0123456789abcdef-wrong", Self.kim])
                _ = try await Wire.get("/", on: port, [Self.kim])
            }
            _ = try await Wire.get("/", on: port, from: "127.0.0.1", [Self.secret])
        }
        let warnings = record.entries.filter { $0.message == "A request with a proxy's secret was refused" }
        #expect(warnings.map { $0.metadata["times"] } == ["1", "6", "1"])
        #expect(warnings.map { $0.metadata["address"] } == ["127.0.0.2", "127.0.0.2", "127.0.0.1"])
        #expect(
            warnings.allSatisfy { $0.level == .warning }
                && warnings.first?.metadata["reason"] == "X-Proxy-Secret is wrong")
        #expect(!"\(record.entries)".contains("0123456789abcdef"))
    }

    @Test func `A host warns about a file of the secret that others can read`() async throws {
        let record = LogRecord()
        let host = try ProxiedHost()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: host.folder.path)
        try await LiveHost.run(change: host.configure, record: record) { _, _, _ in }
        #expect(record.entries.contains { $0.message.hasPrefix("--proxy-secret-file: other people can read") })
    }

    @Test(arguments: [
        ("secret", "the secret is shorter than 16 bytes and could be guessed; make one with 'openssl rand -hex 16'"),
        ("", "expected one secret alone, got 0"),
        ("0123456789abcdef 0123456789abcdeg", "expected one secret alone, got 2"),
    ])
    func `A malformed secret is refused, and is not quoted`(content: String, reason: String) throws {
        let host = try ProxiedHost()
        try host.folder.write(content)
        let error = #expect(throws: ValidationError.self) { try TestHost(change: host.configure) }
        #expect(error?.message == "--proxy-secret-file: '\(host.folder.path)': \(reason)")
    }
}

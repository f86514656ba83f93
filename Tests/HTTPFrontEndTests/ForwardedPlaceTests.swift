import FeatureTesting
import HTTPFrontEnd
import Testing

@Suite(.timeLimit(.minutes(5))) struct ForwardedPlaceTests {
    private static let (https, http) = ("X-Forwarded-Proto: https", "X-Forwarded-Proto: http")
    private static let host = "X-Forwarded-Host: dogs.example.org"
    private static let proxy = "127.0.0.2"

    private func run(_ body: (_ port: Int) async throws -> Void) async throws {
        try await LiveHost.run(
            change: {
                $0.trustedProxies = [Self.proxy]
                $0.allowedHosts = ["dogs.example.org"]
            }
        ) { _, port, _ in try await body(port) }
    }

    @Test(arguments: [
        ("127.0.0.1", [https, host], "http://localhost", "featurehost-theme-80="),
        (proxy, [], "http://localhost", "featurehost-theme-80="),
        (proxy, [http], "http://localhost", "featurehost-theme-80="),
        (proxy, [https], "https://localhost", "__Host-featurehost-theme-443="),
        (proxy, ["X-Forwarded-Proto: HTTPS"], "https://localhost", "__Host-featurehost-theme-443="),
        (proxy, [https, https], "http://localhost", "featurehost-theme-80="),
        (proxy, ["X-Forwarded-Proto: http, https"], "http://localhost", "featurehost-theme-80="),
        (proxy, [host], "http://dogs.example.org", "featurehost-theme-80="),
        (proxy, ["\(host):8443"], "http://dogs.example.org:8443", "featurehost-theme-8443="),
        (proxy, [https, host], "https://dogs.example.org", "__Host-featurehost-theme-443="),
        (proxy, ["\(host):8443", https], "https://dogs.example.org:8443", "__Host-featurehost-theme-8443="),
        (proxy, ["Forwarded: proto=https;host=dogs.example.org"], "http://localhost", "featurehost-theme-80="),
    ])
    func `Only a trusted proxy tells the scheme and the host of addresses, cookies and of TLS`(
        client: String, fields: [String], origin: String, cookie: String
    ) async throws {
        try await run { port in
            let docs = try await Wire.get("/docs", on: port, from: client, fields)
            #expect(docs.status == 200 && docs.text.contains("\(origin)/api/features"), "\(docs.text.prefix(500))")
            let isSecure = origin.hasPrefix("https")
            #expect(docs.text.lowercased().contains("strict-transport-security: max-age=31536000") == isSecure)
            let theme = try await Wire.ask(
                "POST /theme", on: port, from: client, fields, body: ("application/x-www-form-urlencoded", "theme=dark")
            )
            #expect(theme.contains(": \(cookie)dark; ") && theme.contains("; Secure") == isSecure, "\(theme)")
            // The browser sends the cookie back, and the page has the theme.
            let page = try await Wire.get("/", on: port, from: client, fields + ["Cookie: \(cookie)dark"])
            #expect(page.text.contains("data-theme=\"dark\""))
        }
    }

    @Test(arguments: [
        ("127.0.0.1", [https, host], "https://dogs.example.org", 403), ("127.0.0.1", [https], "http://localhost", 200),
        (proxy, [], "http://localhost", 200), (proxy, [], "https://localhost", 200),
        (proxy, [http], "https://localhost", 200), (proxy, [https], "https://localhost", 200),
        (proxy, [https], "http://localhost", 403), (proxy, [host], "http://dogs.example.org", 200),
        (proxy, [host], "http://localhost", 403), (proxy, [https, host], "https://dogs.example.org", 200),
        (proxy, [https, host], "http://dogs.example.org", 403), (proxy, [https, host], "https://evil.test", 403),
        (proxy, ["X-Forwarded-Host: evil.test"], "http://evil.test", 403),
        (proxy, [host, host], "http://dogs.example.org", 400),
        (proxy, ["\(host), localhost"], "http://dogs.example.org", 400), (proxy, ["X-Forwarded-Host: "], "", 403),
    ])
    func `Only a trusted proxy tells where the page of a write is`(
        client: String, fields: [String], origin: String, status: Int
    ) async throws {
        try await run { port in
            let head = try await Wire.ask(
                "POST /api/features/kennel/actions/bark", on: port, from: client, fields + ["Origin: \(origin)"],
                body: ("application/json", "{}"))
            #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
        }
    }

    @Test func `A trusted proxy that names no person makes nobody the owner of the host`() async throws {
        try await run { port in
            let own = try await Wire.get("/api/person", on: port, from: "127.0.0.1").text
            #expect(own.contains("\"roles\":\"all\""))
            for fields in [[], ["X-Remote-User: kim"], [Self.https]] {
                let text = try await Wire.get("/api/person", on: port, from: Self.proxy, fields).text
                #expect(text.hasSuffix("\r\n\r\nnull"), "\(fields)")
            }
        }
    }
}

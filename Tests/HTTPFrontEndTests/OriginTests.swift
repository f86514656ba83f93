import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct OriginTests {
    private static let origin = HTTPField.Name.origin
    private static let site = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let writes: [(HTTPRequest.Method, String)] = [
        (.post, "/api/sessions"), (.post, "/api/features/kennel/actions/bark"), (.post, "/api/sessions/x/actions/bark"),
        (.delete, "/api/sessions/x"), (.post, "/sessions/x/actions/bark"), (.post, "/theme"),
    ]

    @Test(
        arguments: [
            (
                [origin: "http://example.org"],
                "writes from other sites are refused; this request is from \"http://example.org\""
            ),
            ([origin: "null"], "writes from other sites are refused; this request is from \"null\""),
            (
                [origin: "http://localhost:3000"],
                "writes from other sites are refused; this request is from \"http://localhost:3000\""
            ),
            ([origin: ""], "writes from other sites are refused; this request is from \"\""),
            ([site: "cross-site"], "writes from other sites are refused; this request is \"cross-site\""),
            ([site: "same-site"], "writes from other sites are refused; this request is \"same-site\""),
            (
                [origin: "http://localhost", site: "cross-site"],
                "writes from other sites are refused; this request is \"cross-site\""
            ),
        ] as [(HTTPFields, String)])
    func `A write from another site is answered with 403`(fields: HTTPFields, detail: String) async throws {
        for (method, path) in OriginTests.writes {
            let response = try await TestHost.ask(method, path, fields)
            #expect(response.status == .forbidden)
            if path.hasPrefix("/api") { #expect(try response.problem(.forbidden).detail == detail) }
        }
    }

    @Test(
        arguments: [
            [:], [origin: "http://localhost"], [origin: "https://localhost"], [site: "same-origin"], [site: "none"],
        ] as [HTTPFields])
    func `A write from the same site is accepted`(fields: HTTPFields) async throws {
        #expect(try await TestHost.ask(.post, "/api/features/kennel/actions/bark", fields).status == .ok)
    }

    @Test func `A read from another site is answered, but the other site's page cannot use the answer`() async throws {
        let response = try await TestHost.ask(.get, "/api/features", [OriginTests.origin: "http://example.org"])
        #expect(response.status == .ok)
        #expect(response.headers[.accessControlAllowOrigin] == nil)
    }
}

import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct AccessTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let bearer: HTTPFields = [.authorization: "Bearer \(token)"]

    private func makeHost() throws -> TestHost {
        try TestHost(change: { $0.token = AccessTests.token })
    }

    /// Signs in and returns the whole `Set-Cookie` field.
    private func signIn(_ client: HostClient, next: String = "/", _ fields: HTTPFields = [:]) async throws
        -> TestResponse
    {
        try await client.post("/login", form: "token=\(AccessTests.token)&next=\(next)", fields)
    }

    private func pair(of response: TestResponse) throws -> String {
        String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/api/features"), (.get, "/api/features/kennel/screen"), (.get, "/api/sessions"),
        (.post, "/api/sessions"), (.post, "/api/features/kennel/actions/bark"), (.get, "/api/sessions/x/events"),
        (.delete, "/api/sessions/x"), (.get, "/api/nothing"), (.put, "/api/sessions"), (.get, "/metrics"),
        (.get, "/openapi.json"),
    ])
    func `A request without a token is answered with 401`(method: HTTPRequest.Method, path: String) async throws {
        let response = try await makeHost().asked { try await $0.ask(method, path) }
        let problem = try response.problem(.unauthorized)
        #expect(
            problem.detail == "this host needs a token: send it as Authorization: Bearer, or sign in at /login")
        #expect(response.headers[.wwwAuthenticate] == "Bearer realm=\"featurehost\"")
    }

    @Test(arguments: [
        "Bearer 0123456789abcdef0123456789abcdeg", "Bearer 0123456789abcdef0123456789abcde",
        "Bearer 0123456789abcdef0123456789abcdef0", "Bearer ", "Bearer", "Basic 0123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdef", "",
    ])
    func `A request with a wrong token is answered with 401`(field: String) async throws {
        let response = try await makeHost().asked { try await $0.get("/api/features", [.authorization: field]) }
        #expect(try response.problem(.unauthorized).detail == "the token is wrong")
        #expect(response.headers[.wwwAuthenticate] == "Bearer realm=\"featurehost\", error=\"invalid_token\"")
    }

    @Test func `A request with the right token is accepted`() async throws {
        try await makeHost().run { client in
            let features = try await client.get("/api/features", AccessTests.bearer)
            #expect(features.status == .ok)
            #expect(try await client.get("/", [.authorization: "bearer  \(AccessTests.token) "]).status == .ok)
            #expect(try await client.get("/metrics", AccessTests.bearer).status == .ok)
        }
    }

    @Test func `The health checks, the files of pages and the login page need no token`() async throws {
        try await makeHost().run { client in
            for path in ["/livez", "/readyz", "/style.css", "/live.js", "/favicon", "/login"] {
                let response = try await client.get(path)
                #expect(response.status == .ok, "\(path)")
            }
        }
    }

    @Test func `A person is redirected to the login page, and after the login to the requested page`() async throws {
        try await makeHost().run { client in
            let refused = try await client.get("/features/kennel?source=empty")
            #expect(refused.status == .seeOther)
            #expect(refused.headers[.location] == "/login?next=%2Ffeatures%2Fkennel%3Fsource%3Dempty")
            let page = try await client.get("/login?next=%2Ffeatures%2Fkennel%3Fsource%3Dempty").text
            #expect(page.contains("<input type=\"hidden\" name=\"next\" value=\"/features/kennel?source=empty\">"))
            let response = try await signIn(client, next: "%2Ffeatures%2Fkennel%3Fsource%3Dempty")
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/features/kennel?source=empty")
        }
    }

    @Test func `A login redirects to the catalogue if the address is too long for the login form`() async throws {
        let path = "/features/kennel?x="
        try await makeHost().run { client in
            // The form percent-encodes an encoded link again, which triples its length.
            for (length, place) in [(700, nil), (701, "/"), (8_000, "/")] {
                let rest = length - path.utf8.count
                let link = path + String(repeating: "%25", count: rest / 3) + String(repeating: "x", count: rest % 3)
                let encoded = link.replacing("%", with: "%25")
                let refused = try await client.get(link)
                #expect(refused.status == .seeOther)
                #expect(try #require(refused.headers[.location]).utf8.count < 2_200)
                let page = try await client.get("/login?next=\(encoded)").text
                #expect(page.contains("name=\"next\" value=\"\(place ?? link)\""))
                let response = try await signIn(client, next: place ?? encoded)
                #expect(response.headers[.location] == place ?? link)
            }
        }
    }

    @Test func `A page's script without a login gets 401 instead of a redirect`() async throws {
        try await makeHost().run { client in
            for fields: HTTPFields in [
                [.accept: "application/json"], [.accept: "text/event-stream"], [.secFetchMode: "cors"],
            ] {
                let response = try await client.get("/sessions/x/live", fields)
                #expect(response.status == .unauthorized)
                #expect(response.headers[.location] == nil)
            }
            let page = try await client.get("/sessions/x", [.secFetchMode: "navigate", .accept: "application/json"])
            #expect(page.status == .seeOther)
        }
    }

    @Test func `A signed-in browser is accepted until it signs out`() async throws {
        try await makeHost().run { client in
            let signedIn = try await signIn(client)
            let field = try #require(signedIn.headers[.setCookie])
            #expect(field.hasPrefix("featurehost-80="))
            #expect(field.hasSuffix("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"))
            #expect(!field.contains(AccessTests.token))
            let cookie = try pair(of: signedIn)
            let page = try await client.get("/", [.cookie: "other=1; \(cookie)"])
            #expect(page.status == .ok)
            #expect(page.text.contains("action=\"/logout\""))
            #expect(try await client.get("/api/features", [.cookie: cookie]).status == .ok)
            let signedOut = try await client.post("/logout", form: "", [.cookie: cookie])
            #expect(signedOut.status == .seeOther)
            #expect(signedOut.headers[.location] == "/login")
            #expect(signedOut.headers[.setCookie]?.hasPrefix("featurehost-80=; Path=/; Max-Age=0;") == true)
            #expect(try await client.get("/api/features", [.cookie: cookie]).status == .unauthorized)
        }
    }

    @Test func `A login with a wrong token shows an error message`() async throws {
        let response = try await makeHost().asked { try await $0.post("/login", form: "token=nonsense&next=/") }
        #expect(response.status == .unauthorized)
        #expect(response.headers[.setCookie] == nil)
        #expect(response.text.contains("This token is wrong."))
    }

    @Test(arguments: ["//example.org", "https://example.org/", "%2F%5Cexample.org", "/%0D%0Ax", "example.org", ""])
    func `A login never redirects to another site`(next: String) async throws {
        let response = try await makeHost().asked { try await signIn($0, next: next) }
        #expect(response.headers[.location] == "/")
    }

    @Test func `A form of another site cannot sign a browser in or out`() async throws {
        try await makeHost().run { client in
            let origin: HTTPFields = [.origin: "http://example.org"]
            let signedIn = try await signIn(client, origin)
            #expect(signedIn.status == .forbidden)
            #expect(try await client.post("/logout", form: "", origin).status == .forbidden)
        }
    }

    @Test func `A form that is sent without a login is refused with a page`() async throws {
        let response = try await makeHost().asked { try await $0.post("/sessions/x/actions/bark", form: "") }
        #expect(response.status == .unauthorized)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
    }

    @Test func `A host without a token has no login page`() async throws {
        #expect(try await TestHost.ask(.get, "/login").status == .notFound)
        #expect(try await TestHost.ask(.get, "/").text.contains("/logout") == false)
    }
}

import FeatureKit
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThemeTests {
    private static let dark: HTTPFields = [.cookie: "featurehost-theme-80=dark"]

    private func choose(_ form: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await TestHost().asked { try await $0.post("/theme", form: form, fields) }
    }

    @Test(arguments: ["light", "dark"]) func `A cookie keeps the theme for a year`(theme: String) async throws {
        let response = try await choose("theme=\(theme)")
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/")
        #expect(
            response.headers[.setCookie]
                == "featurehost-theme-80=\(theme); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
    }

    @Test func `The theme of the system removes the cookie`() async throws {
        let response = try await choose("theme=system", ThemeTests.dark)
        #expect(response.status == .seeOther)
        #expect(
            response.headers[.setCookie] == "featurehost-theme-80=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    @Test(arguments: ["", "theme=", "theme=Light", "theme=%22%3E%3Cscript%3E", "theme=light%3B%20Domain%3Dx", "x=dark"])
    func `An unknown theme is refused`(form: String) async throws {
        let response = try await choose(form, ThemeTests.dark)
        #expect(response.status == .unprocessableContent)
        #expect(response.headers[.setCookie] == nil)
        #expect(response.text.contains("expected the theme system, light or dark, got &quot;"))
        #expect(response.text.contains(" data-theme=\"dark\">") && !response.text.contains("<script>"))
    }

    @Test func `A long form is refused`() async throws {
        #expect(try await choose("theme=\(String(repeating: "x", count: 1_100))").status == .contentTooLarge)
    }

    @Test(
        arguments: [
            [.origin: "http://example.org"], [.origin: "null"], [.secFetchSite: "cross-site"],
            [.secFetchSite: "same-site"],
        ] as [HTTPFields])
    func `The form of another site is refused`(fields: HTTPFields) async throws {
        let response = try await choose("theme=dark", fields + [.referer: "http://localhost/docs"])
        #expect(response.status == .forbidden)
        #expect(response.headers[.setCookie] == nil && response.headers[.location] == nil)
    }

    @Test(arguments: [
        ("http://localhost/docs", "/docs"), ("https://localhost/features/kennel?source=empty&session=1", nil),
        ("http://localhost/", "/"), ("http://localhost", "/"), ("http://localhost:81/docs", "/"),
        ("http://localhost.example.org/docs", "/"), ("http://example.org/docs", "/"),
        ("http://localhost//example.org", "/"),
        ("http://localhost/\\example.org", "/"), ("http://localhost@example.org/docs", "/"), ("//localhost/docs", "/"),
        ("/docs", "/"), ("about:blank", "/"), ("", "/"),
    ])
    func `The answer redirects to the page with the form, and never to another host`(
        referer: String, path: String?
    ) async throws {
        let response = try await choose("theme=dark", [.referer: referer])
        #expect(response.headers[.location] == path ?? "/features/kennel?source=empty&session=1")
    }

    @Test func `A refused form's address leads to the catalogue`() async throws {
        #expect(try await choose("theme=dark", [.referer: "http://localhost/theme"]).headers[.location] == "/theme")
        let response = try await TestHost.ask(.get, "/theme")
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/")
    }

    @Test(arguments: [(nil, "system"), ("light", "light"), ("dark", "dark"), ("blue", "system"), ("\">", "system")])
    func `A page has the theme of the cookie and shows it as pressed`(cookie: String?, theme: String) async throws {
        let fields: HTTPFields = cookie.map { [.cookie: "featurehost-theme-80=\($0)"] } ?? [:]
        let page = try await TestHost.ask(.get, "/", fields).text
        #expect(page.contains(theme == "system" ? "<html lang=\"en\">" : "<html lang=\"en\" data-theme=\"\(theme)\">"))
        #expect(page.contains("<div class=\"theme\" role=\"group\" aria-label=\"Appearance\">"))
        for (value, label) in [("system", "System"), ("light", "Light"), ("dark", "Dark")] {
            let button = "value=\"\(value)\" aria-pressed=\"\(value == theme)\">\(label)</button>"
            #expect(page.contains("<button name=\"theme\" \(button)"))
        }
    }

    @Test func `Every kind of page has the theme`() async throws {
        try await TestHost().run { client in
            let visit = try await client.visit("kennel", ThemeTests.dark)
            let own: HTTPFields = [.cookie: "\(visit.browser[.cookie] ?? ""); \(ThemeTests.dark[.cookie] ?? "")"]
            let dark = ThemeTests.dark
            let foreign: HTTPFields = [.secFetchSite: "cross-site", .secFetchDest: "document"]
            let actions = "/sessions/\(visit.session)/actions"
            let pages = try await [
                client.get("/", dark), client.get("/docs", dark), client.get("/docs/kennel", dark),
                client.get("/nothing", dark),
                client.get(visit.address, own), client.get("/sessions/\(visit.session)", dark),
                client.get("/sessions/x", dark), client.get("/features/kennel?source=x", dark),
                client.get("/features/kennel", dark + foreign), client.get("/features/kenel", dark),
                client.get("/?x=%zz", dark), client.ask(.put, "/", dark),
                client.post("\(actions)/adopt", form: "name=", own), client.post("\(actions)/nothing", form: "", own),
                client.post("/sessions/x/actions/bark", form: "", dark),
                client.post("\(actions)/bark", form: "", dark + [.origin: "http://example.org"]),
            ]
            for page in pages {
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                #expect(page.text.contains("<html lang=\"en\" data-theme=\"dark\">"), "\(page.text)")
            }
            #expect(Set(pages.map(\.status.code)) == [200, 403, 404, 405, 422])
        }
    }

    @Test func `The login page and its refusals have the theme, and change it without a token`() async throws {
        try await TestHost(change: { $0.token = "0123456789abcdef0123456789abcdef" }).run { client in
            let pages = try await [
                client.get("/login", ThemeTests.dark), client.post("/login", form: "token=x", ThemeTests.dark),
                client.post("/sessions/x/actions/bark", form: "", ThemeTests.dark),
            ]
            #expect(pages.map(\.status) == [.ok, .unauthorized, .unauthorized])
            for page in pages { #expect(page.text.contains(" data-theme=\"dark\">"), "\(page.text)") }
            let referer: HTTPFields = [.referer: "http://localhost/login?next=%2Fdocs"]
            let response = try await client.post("/theme", form: "theme=light", referer)
            #expect(response.headers[.location] == "/login?next=%2Fdocs")
        }
    }
}

// This file is not split, because all tests of addresses use the same feature and the same few helpers.

import FeatureKit
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

/// Tests the addresses of pages.
@Suite(.timeLimit(.minutes(5))) struct PlaceTests {
    private static let asScript: HTTPFields = [
        .accept: "application/json", .secFetchSite: "same-origin", .secFetchDest: "empty",
    ]

    private func run(_ test: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        try await TestHost([AtlasFeature()]).run(test)
    }

    /// The ids of the running sessions.
    private func sessions(_ client: HostClient) async throws -> Set<String> {
        struct Listed: Decodable { let session: String }
        return Set(try await client.get("/api/sessions").decode([Listed].self).map(\.session))
    }

    private func heading(_ response: TestResponse) throws -> String {
        #expect(response.status == .ok)
        return String(try #require(response.text.firstMatch(of: /<h1 id="title" tabindex="-1"><bdi>([^<]*)</)).1)
    }

    // MARK: - Arrivals

    @Test func `The address of a feature begins a session for the browser and redirects to the session's page`()
        async throws
    {
        try await run { client in
            let response = try await client.get("/features/atlas?scale=1&town=Rome")
            #expect(response.status == .seeOther)
            let location = try #require(response.headers[.location])
            let match = try #require(location.wholeMatch(of: /\/features\/atlas\?town=Rome&session=([0-9a-f]{32})/))
            #expect(try await sessions(client) == [String(match.1)])
            let cookie = try #require(response.headers[.setCookie])
            let pattern = /featurehost-browser-[0-9]+=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax/
            #expect(cookie.wholeMatch(of: pattern) != nil, "\(cookie)")
            let browser: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
            let page = try await client.get(location, browser)
            #expect(try heading(page) == "Rome")
            #expect(page.text.contains("<title>Rome – Atlas · testhost</title>"))
            #expect(page.headers[.setCookie] == nil)
            #expect(page.headers[.referrerPolicy] == "same-origin")
            // The same browser keeps its cookie in another session.
            #expect(try await client.get("/features/atlas", browser).headers[.setCookie] == nil)
        }
    }

    @Test(arguments: ["", "?town=Rome", "?town=Rome&scale=1"])
    func `The browser that began a session gets its page, and other browsers get a session of their own`(query: String)
        async throws
    {
        try await run { client in
            let own = try await client.visit("atlas\(query)")
            _ = try await client.get(own.address, own.browser)
            #expect(try await client.get(own.address, own.browser).status == .ok)
            #expect(try await sessions(client) == [own.session])
            for other in [[.cookie: "featurehost-browser-80=\(String(repeating: "0", count: 32))"], [:]] as [HTTPFields]
            {
                let response = try await client.get(own.address, other)
                #expect(response.status == .seeOther)
                let location = try #require(response.headers[.location])
                #expect(location.hasPrefix("/features/atlas") && !location.contains(own.session))
            }
            #expect(try await sessions(client).count == 3)
        }
    }

    @Test(arguments: ["abc", String(repeating: "0", count: 32), "%00", "../x", String(repeating: "a", count: 5000)])
    func `A session's id that a client invents begins a session with another id`(id: String) async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let response = try await client.get("/features/atlas?town=Rome&session=\(id)", own.browser)
            #expect(response.status == .seeOther)
            let location = try #require(response.headers[.location])
            #expect(location.wholeMatch(of: /\/features\/atlas\?town=Rome&session=[0-9a-f]{32}/) != nil)
            #expect(!location.hasSuffix("=\(id)"))
            #expect(try await sessions(client).count == 2)
        }
    }

    @Test func `Only a browser with a cookie of the host's form has a session of its own`() async throws {
        try await run { client in
            let response = try await client.get("/features/atlas", [.cookie: "featurehost-browser-80=me"])
            #expect(response.headers[.setCookie] != nil)
        }
    }

    @Test func `A browser without cookies gets the shared page of the session that it has begun`() async throws {
        try await run { client in
            let own = try await client.visit("atlas?town=Rome")
            let response = try await client.get(own.address)
            #expect(response.headers[.location] == "/sessions/\(own.session)")
            #expect(try heading(try await client.get("/sessions/\(own.session)")) == "Rome")
            #expect(try await sessions(client) == [own.session])
            // Afterwards the address is a link that somebody else has shared.
            #expect(try await client.get(own.address).headers[.location]?.hasPrefix("/features/atlas?") == true)
        }
    }

    @Test func `A session goes to a place that it can show`() async throws {
        try await run { client in
            let own = try await client.visit("atlas?scale=3")
            let inside = "/features/atlas?scale=3&town=Oslo&session=\(own.session)"
            let page = try await client.get(inside, own.browser)
            #expect(try heading(page) == "Oslo")
            #expect(page.text.contains("data-place=\"/features/atlas?town=Oslo&amp;scale=3\""))
            #expect(try heading(try await client.get(own.address, own.browser)) == "Atlas")
            #expect(try await sessions(client) == [own.session])
            let outside = try await client.get("/features/atlas?scale=4&session=\(own.session)", own.browser)
            #expect(outside.headers[.location]?.hasPrefix("/features/atlas?scale=4&session=") == true)
            #expect(try await sessions(client).count == 2)
        }
    }

    @Test func `The page's script goes to places of its session only`() async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let script = own.browser + Self.asScript
            let answer = try await client.get("/features/atlas?town=Oslo&session=\(own.session)", script)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.text.contains("\"place\":\"/features/atlas?town=Oslo\""))
            let others = ["/features/atlas?scale=4&session=\(own.session)", "/features/atlas", "/features/kennel"]
            for address in others { #expect(try await client.get(address, script).status == .notFound) }
            let stranger = try await client.get("/features/atlas?town=Oslo&session=\(own.session)", Self.asScript)
            #expect(stranger.status == .notFound)
            var embedded = script
            embedded[.secFetchSite] = "same-site"
            #expect(try await client.get(own.address, embedded).status == .forbidden)
            #expect(try await sessions(client) == [own.session])
        }
    }

    @Test func `HEAD, prefetches and links of other sites begin no session and go to no place`() async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let place = "/features/atlas?town=Oslo&session=\(own.session)"
            let head = try await client.ask(.head, place, own.browser)
            #expect(head.status == .seeOther && head.headers[.location] == nil)
            #expect(try await client.ask(.head, own.address, own.browser).status == .ok)
            #expect(try await client.get(place, own.browser + [.secPurpose: "prefetch"]).status == .forbidden)
            let foreign: HTTPFields = own.browser + [.secFetchSite: "cross-site", .secFetchDest: "document"]
            let invitation = try await client.get(place, foreign)
            #expect(invitation.status == .ok && invitation.text.contains("<bdi>Start Atlas</bdi>"))
            #expect(invitation.text.contains("value=\"Oslo\"") && !invitation.text.contains(own.session))
            // The browser's own page is not a new session.
            #expect(try heading(try await client.get(own.address, foreign)) == "Atlas")
            #expect(try await sessions(client) == [own.session])
        }
    }

    @Test func `An ended session's address begins a new session`() async throws {
        try await run { client in
            let own = try await client.visit("atlas?town=Rome")
            _ = try await client.ask(.delete, "/api/sessions/\(own.session)")
            #expect(try await client.get(own.address, own.browser + Self.asScript).status == .notFound)
            let next = try await client.visit(String(own.address.dropFirst("/features/".count)), own.browser)
            #expect(next.session != own.session && next.address.hasPrefix("/features/atlas?town=Rome&"))
        }
    }

    // MARK: - Own and shared pages

    @Test func `The forms of the own page lead to the address of the place that the session then shows`() async throws {
        try await run { client in
            let own = try await client.visit("atlas?scale=2")
            let action = "/sessions/\(own.session)/actions/next"
            let page = try await client.get(own.address, own.browser).text
            #expect(page.contains("action=\"\(action)\""))
            // Without a script, a person can read the whole address of the shared page and open it.
            #expect(page.contains("readonly value=\"http://localhost/sessions/\(own.session)\">"))
            #expect(page.contains("<a class=\"button\" href=\"/sessions/\(own.session)\">Open the shared page</a>"))
            let response = try await client.post(action, form: "", own.browser)
            let place = "/features/atlas?town=Bern&scale=2&session=\(own.session)"
            #expect(response.status == .seeOther && response.headers[.location] == place)
            // Reloading the answer to a refused form leads to the page too.
            #expect(try await client.get(action, own.browser).headers[.location] == place)
            #expect(try heading(try await client.get(place, own.browser)) == "Bern")
        }
    }

    @Test func `The forms of the shared page lead back to it, for the session's browser too`() async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let shared = "/sessions/\(own.session)"
            for browser in [own.browser, [:]] {
                let page = try await client.get(shared, browser).text
                #expect(page.contains("Shared session: everyone with this address sees and does the same."))
                #expect(page.contains("action=\"\(shared)/actions/next?.shared=1\""))
                #expect(page.contains("<a href=\"/features/atlas?town=Rome\"><bdi>Rome</bdi></a>"))
                let action = "\(shared)/actions/next?.shared=1"
                #expect(try await client.post(action, form: "f.note=x", browser).headers[.location] == shared)
                #expect(try await client.get(action, browser).headers[.location] == shared)
                _ = try await client.post("\(shared)/actions/browse", form: "")
            }
            let answer = try await client.get(shared + "?.shared=1", own.browser + Self.asScript).text
            #expect(answer.contains("next?.shared=1"))
            let latest = try await client.get(shared, own.browser + Self.asScript).text
            #expect(!latest.contains(".shared"))
        }
    }

    @Test func `An action that opens a place leads there`() async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let action = "/sessions/\(own.session)/actions/leave"
            let near = "/features/atlas?town=Oslo&session=\(own.session)"
            for (form, place) in [("f.far=true", "/features/kennel?source=empty"), ("", near)] {
                #expect(try await client.post(action, form: form, own.browser).headers[.location] == place)
                let answer = try await client.post(action, form: form, own.browser + [.accept: "application/json"])
                #expect(answer.text.contains("\"opens\":\"\(place)\""))
                let brief = own.browser + [.accept: "application/json", .prefer: "return=minimal"]
                #expect(try await client.post(action, form: form, brief).text.contains("\"opens\":\"\(place)\""))
            }
            let shared = try await client.post("\(action)?.shared=1", form: "", own.browser)
            #expect(shared.headers[.location] == "/features/atlas?town=Oslo")
        }
    }

    @Test func `A form that is sent after the end of its session leads to the place that the session showed`()
        async throws
    {
        try await run { client in
            let own = try await client.visit("atlas?town=Bern")
            _ = try await client.ask(.delete, "/api/sessions/\(own.session)")
            let action = "/sessions/\(own.session)/actions/next"
            let page = try await client.post(action, form: "f.note=Keep", own.browser).text
            #expect(page.contains("<bdi>Keep</bdi>"))
            #expect(page.contains("<a href=\"/features/atlas?town=Bern\"><bdi>Start Atlas again</bdi></a>"))
        }
    }

    // MARK: - Links

    @Test func `Links lead to places of this host and to the web, and nowhere else`() async throws {
        try await run { client in
            let own = try await client.visit("atlas")
            let page = try await client.get(own.address, own.browser).text
            let inside = "/features/atlas?town=Rome&amp;session=\(own.session)"
            #expect(page.contains("<a href=\"\(inside)\"><bdi>Rome</bdi></a>"))
            #expect(page.contains("<a href=\"/features/atlas?town=Rome&amp;scale=2\"><bdi>Big Rome</bdi></a>"))
            #expect(page.contains("<a href=\"/features/kennel?source=empty\"><bdi>Dogs</bdi></a>"))
            let web = "<a href=\"https://example.org/?a=1&amp;b\" rel=\"noopener noreferrer\"><bdi>Web</bdi></a>"
            #expect(page.contains(web))
            for words in ["Local", "File", "None"] {
                #expect(page.contains("<p class=\"body\"><bdi>\(words)</bdi></p>"))
            }
            #expect(!page.contains("passwd"))
        }
    }

    @Test func `A place has a link above the heading to the place that contains it`() async throws {
        try await run { client in
            let own = try await client.visit("atlas?town=Rome&scale=2")
            let page = try await client.get(own.address, own.browser).text
            let up = "/features/atlas?scale=2&amp;session=\(own.session)"
            #expect(page.contains("<li><a href=\"\(up)\"><bdi>All towns</bdi></a></li><li aria-current=\"page\">"))
            let top = try await client.visit("atlas")
            #expect(
                try await client.get(top.address, top.browser).text
                    .contains("<ol><li><a href=\"/\"><bdi>Features</bdi></a></li><li aria-current=\"page\">"))
        }
    }

    @Test func `A stream tells the place when it changes`() async throws {
        try await LiveHost.run([AtlasFeature()]) { _, port, _ in
            let id = try await Wire.open("atlas", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live HTTP/1.1", "Host: localhost")
                _ = try await wire.readHead()
                let first = try #require(await wire.readEvent())
                #expect(first.contains("\"place\":\"/features/atlas\""))
                try await Wire.post(port, "/api/sessions/\(id)/actions/next")
                let second = try #require(await wire.readEvent())
                #expect(second.contains("event: patch"))
                #expect(second.contains("],\"place\":\"/features/atlas?town=Bern\"}"))
                #expect(second.contains("All towns"))
            }
        }
    }

    @Test func `The ids of sessions are not logged`() async throws {
        let record = LogRecord()
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = .debug
        let server = try HTTPServer(
            registry: FeatureRegistry([AtlasFeature()]), configuration: configuration, name: "logging", version: "1",
            clock: ContinuousClock(), log: record.handler, announce: { _ in })
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            let own = try await client.visit("atlas")
            _ = try await client.get(own.address, own.browser)
            _ = try await client.post("/sessions/\(own.session)/actions/next", form: "", own.browser)
            _ = try await client.get("/features/atlas?town=x&scale=99&session=\(own.session)", own.browser)
            #expect(!record.entries.isEmpty)
            #expect(!"\(record.entries)".contains(own.session))
        }
    }
}

extension HTTPField.Name {
    fileprivate static let prefer = HTTPField.Name("Prefer") ?? .origin
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .origin
}

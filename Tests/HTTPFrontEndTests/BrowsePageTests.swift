import FeatureKit
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests how pages search and sort a list by addresses.
@Suite(.timeLimit(.minutes(5))) struct BrowsePageTests {
    private func run(_ test: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        try await TestHost([FlockFeature()]).run(test)
    }

    /// The number of running sessions.
    private func sessions(_ client: HostClient) async throws -> Int {
        struct Listed: Decodable { let session: String }
        return try await client.get("/api/sessions").decode([Listed].self).count
    }

    // MARK: - Own page

    @Test func `The form that browses is sent to the address of the page with the other options of the place`()
        async throws
    {
        try await run { client in
            let own = try await client.visit("flock?meadow=A+%26+B&words=lamb&id=7")
            let page = try await client.get(own.address, own.browser).text
            #expect(page.contains("<form class=\"fill browse\" id=\"e:browse:form\" method=\"post\""))
            #expect(page.contains(" role=\"search\" autocomplete=\"off\" aria-labelledby=\"title\">"))
            #expect(page.contains("<button id=\"e:browse:submit\" formmethod=\"get\" formaction=\"/features/flock\">"))
            #expect(page.contains("<input type=\"hidden\" name=\"f.meadow\" value=\"A &amp; B\">"))
            #expect(page.contains("<input type=\"hidden\" name=\"f.id\" value=\"7\">"))
            #expect(page.contains("<input type=\"hidden\" name=\"session\" value=\"\(own.session)\">"))
            #expect(page.contains("name=\"f.words\" type=\"search\" value=\"lamb\""))
            let form = try #require(page.firstRange(of: "<form class=\"fill browse\""))
            let rest = page[form.lowerBound...]
            let text = rest[..<(try #require(rest.firstRange(of: "</form>")).lowerBound)]
            #expect(
                !text.contains("name=\"o.") && !text.contains("name=\".key\"") && !text.contains("<bdi>Sheep</bdi>"))
        }
    }

    @Test
    func `A box stands for an option with the default false, and two choices for an option with the default true`()
        async throws
    {
        try await run { client in
            let own = try await client.visit("flock?lively=false&shorn=true")
            let page = try await client.get(own.address, own.browser).text
            #expect(page.contains("name=\"f.shorn\" type=\"checkbox\" value=\"true\" checked"))
            #expect(page.contains("<select id=\"e:browse:lively\" name=\"f.lively\""))
            #expect(page.contains("<option value=\"false\" selected>No</option>"))
        }
    }

    @Test func `A form for browsing leaves out what the headings of the table set, unless it is wrong`() async throws {
        try await run { client in
            let own = try await client.visit("flock?by=age&backwards=true")
            let page = try await client.get(own.address, own.browser).text
            #expect(page.contains("id=\"e:browse:shorn\"") && page.contains("aria-sort=\"descending\""))
            #expect(!page.contains("id=\"e:browse:by\"") && !page.contains("id=\"e:browse:backwards\""))
            // A browser without script keeps the order.
            #expect(page.contains("<input type=\"hidden\" name=\"f.by\" value=\"age\">"))
            let wrong = try await client.get(own.address.replacing("by=age", with: "by=nonsense"), own.browser)
            #expect(wrong.text.contains("<select id=\"e:browse:by\""))
        }
    }

    @Test func `A heading that sorts is a link to the place, unless it is disabled`() async throws {
        try await run { client in
            let own = try await client.visit("flock?words=lamb&meadow=hill")
            let age = "/features/flock?words=lamb&by=age&meadow=hill&session=\(own.session)"
            let page = try await client.get(own.address, own.browser).text
            let html = age.replacing("&", with: "&amp;")
            #expect(
                page.contains(
                    "<th scope=\"col\" class=\"number\"><a class=\"sort\" href=\"\(html)\"><bdi>age</bdi></a></th>"))
            #expect(page.contains(/<button class="sort" disabled[^>]*><bdi>wool<\/bdi><\/button>/))
            let sorted = try await client.get(age, own.browser)
            #expect(sorted.status == .ok)
            let down = "/features/flock?words=lamb&amp;by=age&amp;backwards=true&amp;meadow=hill&amp;session="
            #expect(sorted.text.contains("aria-sort=\"ascending\"><a class=\"sort\" href=\"\(down)"))
            #expect(sorted.text.contains("▲"))
            #expect(try await sessions(client) == 1)
        }
    }

    @Test(arguments: [
        ("f.words=black+lamb&f.by=&f.lively=true&f.meadow=hill", "words=black%20lamb&meadow=hill&"),
        ("f.words=&f.by=age&f.backwards=true&f.lively=false", "by=age&backwards=true&lively=false&"),
        ("f.words=&f.by=&f.lively=", ""),
    ])
    func `A sent form leads to the address without defaults and empty texts`(query: String, clean: String) async throws
    {
        try await run { client in
            let own = try await client.visit("flock?meadow=hill")
            let response = try await client.get("/features/flock?\(query)&session=\(own.session)", own.browser)
            let address = "/features/flock?\(clean)session=\(own.session)"
            #expect(response.status == .seeOther && response.headers[.location] == address)
            if query.contains("meadow") {
                let page = try await client.get(address, own.browser)
                #expect(page.status == .ok && page.text.contains("value=\"black lamb\""))
                #expect(try await sessions(client) == 1)
            }
        }
    }

    @Test(arguments: [
        ("by=nonsense", "Order", "Choose an order."), ("words=wolf", "Search", "this flock has no wolf"),
        ("f.by=nonsense&f.words=", "Order", "Choose an order."),
    ])
    func `A refused address of the session shows the reason in the session's page`(
        query: String, field: String, words: String
    ) async throws {
        try await run { client in
            let own = try await client.visit("flock?words=lamb")
            let response = try await client.get("/features/flock?\(query)&session=\(own.session)", own.browser)
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains(words) && response.text.contains("<title>Refused: Flock"))
            #expect(response.text.contains("aria-invalid=\"true\""))
            #expect(response.text.contains("data-place=\"/features/flock?words=lamb\""))
            #expect(try await sessions(client) == 1)
            // Without a session, the form for the options shows the reason.
            let first = try await client.get("/features/flock?\(query)")
            #expect(first.status == .unprocessableContent && first.text.contains("Please correct the options"))
            #expect(try await sessions(client) == 1)
        }
    }

    // MARK: - Shared page

    @Test func `The shared page searches and sorts by calls`() async throws {
        try await run { client in
            let own = try await client.visit("flock")
            let page = try await client.get("/sessions/\(own.session)", own.browser).text
            #expect(!page.contains("formaction") && page.contains("role=\"search\""))
            #expect(page.contains(/<button class="sort" name=".key" value="[^"]*"><bdi>age<\/bdi>/))
        }
    }

    // MARK: - Streams

    @Test func `A patch renews the headings and the hidden options when the place changes`() async throws {
        try await LiveHost.run([FlockFeature()]) { _, port, _ in
            let head = try await Wire.connected(to: port) { wire in
                try await wire.send("GET /features/flock HTTP/1.1", "Host: localhost")
                return try #require(await wire.readHead())
            }
            let id = String(try #require(head.firstMatch(of: /session=([0-9a-f]{32})/)).1)
            let cookie = String(try #require(head.firstMatch(of: /(featurehost-browser-[0-9]+=[0-9a-f]+)/)).1)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live HTTP/1.1", "Host: localhost", "Cookie: \(cookie)")
                _ = try await wire.readHead()
                let first = try #require(await wire.readEvent())
                #expect(first.contains("\"place\":\"/features/flock\""))
                try await Wire.post(port, "/api/sessions/\(id)/actions/find", "{\"words\":\"lamb\",\"id\":\"7\"}")
                let second = try #require(await wire.readEvent())
                #expect(second.contains("event: patch"))
                #expect(second.contains("href=\\\"/features/flock?words=lamb&amp;by=age&amp;id=7&amp;session="))
                #expect(second.contains("name=\\\"f.id\\\" value=\\\"7\\\""))
            }
        }
    }
}

import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func `Navigation to a feature starts a session and redirects to its page`() async throws {
        try await TestHost().run { client in
            let response = try await client.get("/features/kennel?source=sample", [.secFetchDest: "document"])
            #expect(response.status == .seeOther)
            let visit = try await client.visit("kennel?source=sample")
            let page = try await client.get(visit.address, visit.browser)
            #expect(page.status == .ok)
            #expect(page.text.contains("<h1 id=\"title\" tabindex=\"-1\"><bdi>Kennel</bdi></h1>"))
            #expect(page.text.contains("<bdi>Alfred</bdi></a> <bdi class=\"detail\">Labrador</bdi>"))
            #expect(page.text.contains("<strong>testhost</strong></a>"))
            #expect(page.text.contains("<a href=\"/features/kennel\" aria-current=\"page\">"))
        }
    }

    @Test(
        arguments: [
            [.secFetchDest: "iframe"], [.secFetchDest: "image"], [.secFetchDest: "empty"], [.secPurpose: "prefetch"],
            [.secPurpose: "prefetch;prerender", .secFetchDest: "document"], [.purpose: "prefetch"],
        ] as [HTTPFields])
    func `A request that is not a navigation starts no session`(fields: HTTPFields) async throws {
        try await TestHost().run { client in
            let response = try await client.get("/features/kennel", fields)
            #expect(response.status == .forbidden)
            #expect(try await client.get("/api/sessions").text == "[]")
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `A link from another site shows a form that starts the feature`(site: String) async throws {
        let fields: HTTPFields = [.secFetchSite: site, .secFetchDest: "document"]
        try await TestHost().run { client in
            let page = try await client.get("/features/kennel?source=empty", fields)
            #expect(page.status == .ok)
            #expect(page.text.contains("<form class=\"fill\" method=\"get\" action=\"/features/kennel\">"))
            #expect(page.text.contains("<option value=\"empty\" selected>empty</option>"))
            #expect(page.text.contains("<bdi>Start Kennel</bdi></button>"))
            #expect(try await client.get("/features/kennel?source=x", fields).status == .unprocessableContent)
            #expect(try await client.get("/api/sessions").text == "[]")
            let form: HTTPFields = [.secFetchSite: "same-origin", .secFetchDest: "document"]
            #expect(try await client.get("/features/kennel?source=empty&latency=0s", form).status == .seeOther)
        }
    }

    @Test func `If a feature has no options, a link from another site shows a button that starts it`() async throws {
        try await TestHost([ShownFeature("shown")]).run { client in
            let page = try await client.get("/features/shown", [.secFetchSite: "cross-site"])
            #expect(page.text.contains("<form class=\"fill\" method=\"get\" action=\"/features/shown\">"))
            #expect(try await client.get("/api/sessions").text == "[]")
        }
    }

    @Test func `A HEAD request for a feature starts no session`() async throws {
        try await TestHost().run { client in
            let response = try await client.ask(.head, "/features/kennel")
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == nil)
            #expect(try await client.ask(.head, "/features/kennel?latency=soon").status == .unprocessableContent)
            #expect(try await client.ask(.head, "/features/kenel").status == .notFound)
            #expect(try await client.get("/api/sessions").text == "[]")
        }
    }

    @Test func `A page about refused options shows the typed texts`() async throws {
        try await TestHost().run { client in
            let page = try await client.get("/features/kennel?source=%2Fetc%2Fpasswd&latency=soon&sorce=red")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("<li><a href=\"#kennel:source\"><bdi>Source</bdi></a></li>"))
            // The message is beside the control alone.
            #expect(page.text.components(separatedBy: "Choose a source.").count == 2)
            #expect(page.text.contains("<li><bdi>sorce</bdi>: <bdi>there is no such option"))
            #expect(page.text.contains("<option value=\"/etc/passwd\" selected>/etc/passwd</option>"))
            #expect(page.text.contains("type=\"text\" value=\"soon\""))
            #expect(page.text.contains("id=\"kennel:latency-error\""))
            #expect(try await client.get("/api/sessions").text == "[]")
        }
    }

    @Test func `The address of a page may have names of other programs, but no misspelled and no local option`()
        async throws
    {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel?utm_source=mail&source=empty").text
            #expect(page.contains("No dogs"))
            for query in ["sorce=empty", "secret=1"] {
                #expect(try await client.get("/features/kennel?\(query)").status == .unprocessableContent)
            }
        }
    }

    @Test func `If a feature's launch throws an error, a page shows the error's message`() async throws {
        try await TestHost([ShownFeature("away", launchError: FeatureError(.serviceUnavailable, "nobody at home"))])
            .run { client in
                let page = try await client.get("/features/away")
                #expect(page.status == .serviceUnavailable)
                #expect(page.text.contains("<bdi>nobody at home</bdi>"))
            }
    }

    @Test func `A loading page reloads itself until the screen has loaded`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let visit = try await client.visit("kennel?latency=2s")
            let location = visit.address.replacing("&", with: "&amp;")
            let refresh = "<noscript><meta http-equiv=\"refresh\" content=\"1; url=\(location)\"></noscript>"
            let loading = try await client.get(visit.address, visit.browser).text
            #expect(loading.contains(refresh))
            #expect(loading.contains("<bdi>Calling the dogs</bdi>"))
            #expect(!loading.contains("Adopt"), "reloading would empty a form")
            await host.clock.advance(by: .seconds(2))
            _ = try await host.server.session(visit.session).settled()
            let ready = try await client.get(visit.address, visit.browser).text
            #expect(!ready.contains("http-equiv"))
            #expect(ready.contains("<h2 id=\"b:adopt+h\"><bdi>Adopt a dog</bdi></h2>"))
        }
    }

    @Test func `A loading page shows the progress if it is known`() async throws {
        let screen = Screen(title: "Slow", phase: .loading(message: "Counting", fraction: 0.25))
        try await TestHost([ShownFeature("slow", screen: screen)]).run { client in
            let page = try await client.openPage("slow").text
            #expect(
                page.contains(
                    "<progress max=\"100\" value=\"25\" aria-label=\"Loading\"></progress> <bdi>Counting</bdi>"))
        }
    }

    @Test func `The page of a failed screen shows its message and a retry button`() async throws {
        try await TestHost([ShownFeature("failing", startError: ShownFeature.Mishap())]).run { client in
            let page = try await client.openPage("failing").text
            #expect(page.contains("aria-label=\"Failed\">✕</span> <bdi>the roof leaks</bdi>"))
            #expect(page.contains(/<button class="primary" name=".key" value="[0-9a-f]{8}"><bdi>Try again<\/bdi>/))
        }
    }

    @Test func `An empty screen shows its placeholder and a sign for its tone`() async throws {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel?source=empty").text
            #expect(page.contains("<p class=\"placeholder\"><bdi>No dogs</bdi></p>"))
            #expect(page.contains("<article id=\"screen\" class=\"screen critical\">"))
            #expect(page.contains("aria-label=\"Problem\" title=\"Problem\">✕</span></h1>"))
        }
    }

    @Test func `Each row is shown in its own tone`() async throws {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel").text
            #expect(page.matches(of: /<li id="r:dogs:2" class="warning">/).count == 1)
            #expect(
                page.contains(
                    "aria-label=\"Warning\" title=\"Warning\">!</span> <a href=\"/features/kennel?source=empty\"><bdi>Vinny"
                ))
        }
    }

    @Test func `A page shows every kind of element, except an unknown kind without text`() async throws {
        let screen = Screen(
            title: "All", tone: .accent, phase: .ready,
            elements: [
                .text(id: "a", "Headline", style: .headline), .text(id: "b", "Body"),
                .fields(id: "c", items: [.init(label: "Sigil", value: "Wolf")]),
                .list(
                    id: "d",
                    rows: [
                        Row(
                            id: "1", title: "T", values: ["name": "Kim", "age": 15],
                            opens: FeatureLink(feature: "kennel")),
                        Row(id: "2", title: "T", values: ["name": "Park"], buttons: [Button(ShownFeature.press)]),
                        Row(id: "3", title: "T", values: ["name": "Lee"], opens: FeatureLink(feature: "nowhere")),
                    ],
                    columns: [.init(name: "name", title: "Name"), .init(name: "age", title: "Age")],
                    more: Button(ShownFeature.press, title: "More")),
                try JSONDecoder().decode(
                    Element.self, from: Data(#"{"kind": "map", "id": "e", "text": "A map"}"#.utf8)),
                try JSONDecoder().decode(Element.self, from: Data(#"{"kind": "hologram", "id": "f"}"#.utf8)),
            ])
        try await TestHost([ShownFeature("all", screen: screen)]).run { client in
            let page = try await client.openPage("all").text
            #expect(page.contains("<article id=\"screen\" class=\"screen accent\">"))
            #expect(page.contains("<p class=\"headline\"><bdi>Headline</bdi></p>"))
            #expect(page.contains("<p class=\"body\"><bdi>Body</bdi></p>"))
            #expect(page.contains("<dt><bdi>Sigil</bdi></dt><dd><bdi>Wolf</bdi></dd>"))
            #expect(page.contains("<th scope=\"col\"><bdi>Name</bdi></th><th scope=\"col\"><bdi>Age</bdi></th>"))
            #expect(
                page.contains(
                    "<th scope=\"row\"><a href=\"/features/kennel\"><bdi>Kim</bdi></a></th>"))
            #expect(page.matches(of: /<div class="buttons">/).count == 1)
            #expect(page.contains("<td data-label=\"Age\"><bdi>15</bdi></td>"))
            #expect(page.contains("<th scope=\"row\"><bdi>Lee</bdi></th>"))
            #expect(page.contains("<bdi>More</bdi>"))
            #expect(page.contains("<p class=\"body\"><bdi>A map</bdi></p>"))
            #expect(!page.contains("hologram"))
        }
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><b>", "'", "\"\u{301} onfocus=\"alert(1)\u{301}", "&lt;",
        "\u{0}\u{1B}[31m\u{7F}\u{85}",
        "\u{202E}evil", "{{title}}", "a\u{301}<\u{338}b",
    ])
    func `Text with any characters is escaped`(text: String) async throws {
        let screen = Screen(
            title: text, phase: .failed(message: text),
            elements: [
                .text(id: "a", text), .placeholder(id: "b", text),
                .fields(id: "c", items: [.init(label: text, value: text)]),
                .list(
                    id: "d",
                    rows: [
                        Row(
                            id: text, title: text, detail: text,
                            buttons: [Button(ShownFeature.press, title: text, arguments: ["x": .text(text)])])
                    ]),
            ])
        try await TestHost([ShownFeature("hostile", screen: screen)]).run { client in
            let page = try await client.openPage("hostile").text
            let scalars = page.unicodeScalars
            #expect(page.matches(of: /<script/).count == 1 && !page.contains("<b>"))
            #expect(scalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" })
            // Only the quotation marks of the templates are left, and each of them opens or closes the value of an
            // attribute.
            let marks = page.utf8.filter { $0 == UInt8(ascii: "\"") }.count
            let attributes = page.matches(of: /[a-z-]+="[^"<>]*"/).count
            #expect(marks == 2 * attributes)
            #expect(!page.contains("title}}") || page.contains("<bdi>{{title}}</bdi>"))
            // Each text is isolated, so bidirectional control characters in it do not affect the text around it.
            let isPlain = text.unicodeScalars.allSatisfy { !"<>\"'&\u{0}\u{202E}".unicodeScalars.contains($0) }
            #expect(page.contains("<bdi>\(text)</bdi>") == isPlain)
        }
    }

    @Test func `Bidirectional controls are shown as escapes, but form controls keep them unchanged`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let name = "a\u{202E}b\u{200F}c\u{2069}d\u{61C}e\u{2014}f"
            let form = "name=\(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            _ = try await client.post("/sessions/\(id)/actions/rename?id=1", form: form)
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.contains("<bdi>a\\u{202E}b\\u{200F}c\\u{2069}d\\u{61C}e\u{2014}f</bdi>"))
            let dialog = try await client.get("/sessions/\(id)?dialog=rename&list=dogs&row=1").text
            #expect(dialog.contains("value=\"\(name)\""))
        }
    }

    @Test func `Browsers can cache the style sheet, because its address changes with its content`() async throws {
        try await TestHost().run { client in
            let page = try await client.get("/").text
            let address = try #require(page.firstMatch(of: /href="(\/style\.css\?v=[0-9a-f]+)"/)).1
            let sheet = try await client.get(String(address))
            #expect(sheet.status == .ok)
            #expect(sheet.headers[.contentType] == "text/css; charset=utf-8")
            #expect(sheet.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(sheet.text.contains("prefers") || sheet.text.contains("light-dark("))
        }
    }

    @Test func `The content security policy of a page allows only what the page needs`() async throws {
        let page = try await TestHost.ask(.get, "/")
        #expect(
            page.headers[.contentSecurityPolicy]
                == "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
        #expect(!page.text.contains(" style="))
    }
}

import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests that pages keep the texts that people type.
@Suite(.timeLimit(.minutes(5))) struct KeptFormTests {
    private static let asScript: HTTPFields = [.accept: "application/json"]

    @Test func `A text with a line break gets a text area and a remark that the field allows one line`() async throws {
        try await TestHost().run { client in
            let (id, plain) = try await client.openSessionPage("kennel")
            #expect(!plain.contains("<textarea"))
            let page = try await client.post("/sessions/\(id)/actions/rename?id=2", form: "f.name=%0D%0Aa%0Ab")
            #expect(page.status == .unprocessableContent)
            // The first line break after the tag is not part of the text (HTML, 13.2.6.4.7).
            #expect(page.text.contains(/<textarea id="r:dogs:2:rename:name" name="f.name"[^>]*>\n\r\na\nb<\/textarea>/))
            #expect(page.text.contains("id=\"r:dogs:2:rename:name-lines\">This text has line breaks. Remove them"))
        }
    }

    @Test func `Without script, sending a form again with changed text is a new request`() async throws {
        try await TestHost().run { client in
            let (id, page) = try await client.openSessionPage("kennel")
            let key = try #require(page.firstMatch(of: /name=".key" value="([^"]+)"/)).1
            for name in ["Rex", "Rex", "Max"] {
                let form = ".key=\(key)&f.name=\(name)&f.breed=Bulldog&f.age=2"
                let path = "/sessions/\(id)/actions/adopt"
                #expect(try await client.post(path, form: form).status == .seeOther)
            }
            let text = try await client.get("/api/sessions/\(id)").text
            #expect(text.matches(of: /"title":"Rex"/).count == 1 && text.contains("\"title\":\"Max\""))
        }
    }

    @Test func `A form may omit the prefix in the names of its controls`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let path = "/sessions/\(id)/actions/adopt"
            #expect(try await client.post(path, form: "name=Rex&f.breed=Bulldog&age=2").status == .seeOther)
            let refused = try await client.post(path, form: "f.name=Max&f.breed=Bulldog&f.age=2&f.colour=red")
            #expect(refused.text.contains("<li><bdi>colour</bdi>: <bdi>there is no such field"))
        }
    }

    @Test func `The page shows the typed text of a form that no longer exists`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let words = "<div><dt><bdi>Name</bdi></dt><dd><bdi>Vin &amp; co</bdi></dd></div>"
            let page = try await client.post("/sessions/\(id)/actions/rename?id=9", form: "f.name=Vin+%26+co&f.x=1")
            #expect(page.status == .unprocessableContent && page.text.contains(words))
            _ = try await client.ask(.delete, "/api/sessions/\(id)")
            let ended = try await client.post("/sessions/\(id)/actions/rename?id=2", form: "f.name=Vin+%26+co")
            #expect(ended.status == .notFound && ended.text.contains(words))
        }
    }

    @Test func `The ids of buttons contain their actions and not their positions`() async throws {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel").text
            #expect(page.contains("<button form=\"q:dogs:rename\" name=\"row\" value=\"1\""))
            #expect(page.contains("<template><dialog id=\"q:dogs:release+d\""))
            #expect(page.contains("<form id=\"b:bark\" method=\"post\""))
            #expect(page.contains("<dialog id=\"b:adopt+d\""))
        }
    }

    @Test func `A script fetches the result of a long action`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.openSessionPage("kennel").id
            async let pending = client.post("/sessions/\(id)/actions/howl", form: "", Self.asScript)
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(10))
            #expect(try await pending.status == .accepted)
            #expect(try await pending.text.contains("data-running=\\\"1\\\""))
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.contains("data-running=\"1\"") && page.contains("“Howl” is still running."))
            #expect(page.contains("<noscript><a href=\"/sessions/\(id)\">Check again</a></noscript>"))
            async let outcome = client.get("/sessions/\(id)/running/1", Self.asScript)
            host.latch.open()
            #expect(try await outcome.status == .ok)
            #expect(try await outcome.text.contains("Awoo"))
            #expect(try await client.get("/sessions/\(id)").text.contains("is still running") == false)
            #expect(try await client.get("/sessions/\(id)/running/2", Self.asScript).status == .notFound)
            #expect(try await client.get("/sessions/\(id)/running/x", Self.asScript).status == .notFound)
        }
    }

    @Test func `A form that is sent again with its key shows its running action only once`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.openSessionPage("kennel").id
            for _ in 0..<4 {
                async let form = client.post("/sessions/\(id)/actions/howl", form: ".key=same")
                await host.clock.advance(by: .seconds(10))
                #expect(try await form.status == .seeOther)
            }
            #expect(try await client.get("/sessions/\(id)").text.matches(of: /is still running/).count == 1)
            host.latch.open()
        }
    }

    @Test func `A page shows only a limited number of running actions`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.openSessionPage("kennel").id
            for number in 1...34 {
                async let pending = client.post("/sessions/\(id)/actions/howl", form: "", Self.asScript)
                await host.clock.advance(by: .seconds(10))
                let answer = try await pending
                #expect(answer.status == .accepted && answer.text.contains("is still running"))
                #expect(answer.text.contains("data-running") == (number <= 32))
            }
            #expect(try await client.get("/sessions/\(id)").text.matches(of: /is still running/).count == 32)
            // The requests for all running actions together take no longer than one request may take.
            async let outcome = client.get("/sessions/\(id)/running/1", Self.asScript)
            await host.clock.advance(by: .milliseconds(313))
            #expect(try await outcome.status == .accepted)
            host.latch.open()
        }
    }

    @Test func `A script can distinguish an unknown action from an ended session`() async throws {
        try await TestHost().run { client in
            let id = try await client.openSessionPage("kennel").id
            let answer = try await client.post("/sessions/\(id)/actions/brak", form: "", Self.asScript)
            #expect(answer.status == .notFound && answer.headers[.contentType] == "application/json")
            #expect(answer.text.contains("did you mean &#39;bark&#39;?"))
        }
    }

    @Test func `A loading page has a link that reloads the page`() async throws {
        try await TestHost().run { client in
            let visit = try await client.visit("kennel?latency=2s")
            let page = try await client.get(visit.address, visit.browser).text
            let location = visit.address.replacing("&", with: "&amp;")
            #expect(page.contains("<noscript> <a href=\"\(location)\">Check again</a></noscript>"))
        }
    }

    @Test func `A table is rendered in time linear in its number of rows`() {
        let ratio = growth(from: 2_000) { count in
            let rows = (0..<count).map { Row(id: "\($0)", title: "", values: ["n": .integer($0)]) }
            let columns = [ListElement.Column(name: "n", title: "N")]
            let screen = Screen(phase: .ready, elements: [.list(id: "t", rows: rows, columns: columns)])
            return Frame(session: "s", feature: "shown", revision: 1, screen: screen)
        } _: { frame in
            _ = try? ScreenRendition.html.text(of: frame, manifest: ShownFeature.manifest)
        }
        #expect(ratio <= 2.5)
    }
}

// This file is not split, because all tests of forms use the same few helpers.

import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct FormTests {
    @Test func `Every button has a form, and a button without fields has no controls`() async throws {
        try await TestHost().run { client in
            let visit = try await client.visit("kennel")
            let (id, page) = (visit.session, try await client.get(visit.address, visit.browser).text)
            for action in KennelFeature.manifest.actions {
                // A row's button that asks leads to the same place with the open dialog.
                let isOffered =
                    page.contains("action=\"/sessions/\(id)/actions/\(action.name)")
                    || page.contains("name=\"dialog\" value=\"\(action.name)\"")
                #expect(isOffered, "\(action.name)")
            }
            #expect(page.contains(/<button name=".key" value="[^"]*"><bdi>Bark<\/bdi><\/button><\/form>/))
            #expect(page.contains(/<button disabled[^>]*><bdi>Open the gate<\/bdi><\/button>/))
            let address = "\(visit.address)&list=dogs&dialog=release&row=1"
            #expect(page.contains("<button class=\"destructive\" form=\"q:dogs:release\" name=\"row\" value=\"1\""))
            let asker = page.firstMatch(
                of: /<form id="q:dogs:release" method="get" action="([^"]*)" data-key="x">(.*?)<template>/)
            #expect(try #require(asker).1 == "/features/kennel")
            #expect(
                try #require(asker).2.matches(of: /name="([^"]*)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }
                    == ["session=\(id)", "dialog=release", "list=dogs"])
            let asked = try await client.get(address, visit.browser).text
            #expect(asked.contains("<dialog id=\"r:dogs:1:release+d\" role=\"alertdialog\" popover"))
            #expect(asked.contains("<h2 id=\"r:dogs:1:release+h\"><bdi>Release Alfred?</bdi></h2>"))
            #expect(asked.contains("<button class=\"primary destructive\"><bdi>Release</bdi></button>"))
        }
    }

    @Test func `A row's form starts with the row's values`() async throws {
        try await TestHost().run { client in
            let id = try await client.openSessionPage("kennel").id
            let page = try await client.get("/sessions/\(id)?list=dogs&dialog=rename&row=2").text
            let rename = try #require(page.firstMatch(of: /actions\/rename\?id=2&.*?<\/form>/.dotMatchesNewlines())).0
            #expect(rename.contains("name=\"f.name\" type=\"text\" value=\"Vinny\""))
        }
    }

    @Test func `Controls match the kinds and rules of the fields`() async throws {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel").text
            func control(_ name: String) throws -> Substring {
                try #require(page.firstMatch(of: try Regex("<(input|select)[^>]* name=\"f[.]\(name)\"[^>]*>"))).0
            }
            #expect(try control("age").contains("type=\"number\""))
            #expect(
                try control("age").contains(
                    "required min=\"0\" max=\"30\" step=\"1\" inputmode=\"numeric\" enterkeyhint=\"send\""))
            #expect(try control("weight").contains("step=\"any\""))
            #expect(try !control("weight").contains("required"))
            #expect(try control("born").contains("type=\"date\""))
            #expect(try control("vaccinated").contains("type=\"checkbox\" value=\"true\""))
            #expect(try control("friendly").hasPrefix("<select"))
            #expect(try control("walk").contains("value=\"1m\""))
            #expect(try control("walk").contains("pattern=\"[0-9]+([.][0-9]+)?(ms|s|m|h)\""))
            #expect(try control("breed").contains("required"))
            // Nothing is chosen at first.
            #expect(page.contains("type=\"radio\" value=\"Bulldog\" required> <bdi>Bulldog</bdi></label>"))
            #expect(page.contains("required minlength=\"1\""))
            #expect(page.contains("-help\"><bdi>The name you will call.</bdi></p>"))
        }
    }

    @Test func `An accepted form redirects to the page, and the page shows the result once`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let response = try await client.post(
                "/sessions/\(id)/actions/adopt", form: "f.name=R%C3%A9x+%26+co&f.breed=Bulldog&f.age=2")
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/sessions/\(id)")
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.contains("<bdi>Réx &amp; co</bdi>"))
            #expect(page.contains("title=\"Good\">✓</span> <bdi>Réx &amp; co has a home</bdi></p>"))
            #expect(try await client.get("/sessions/\(id)").text.contains("has a home") == false)
        }
    }

    @Test func `The person who sent a form gets the notices even if other people watch the session`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let viewer = try await host.server.session(id).attach()
            _ = try await client.post("/sessions/\(id)/actions/bark", form: "")
            #expect(try await client.ask(.head, "/sessions/\(id)").status == .ok)
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.matches(of: /Woof, woof/).count == 1)
            #expect(try await client.get("/sessions/\(id)").text.contains("Woof, woof") == false)
            viewer.detach()
        }
    }

    @Test func `A refused form is shown with the typed text and the errors beside the fields`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let response = try await client.post(
                "/sessions/\(id)/actions/adopt", form: "f.name=%3Cb%3E%22&f.breed=Cat&f.age=many")
            #expect(response.status == .unprocessableContent)
            let page = response.text
            #expect(page.contains("<title>Refused: Kennel · testhost</title>"))
            // The list at the top leads to the messages beside the fields.
            #expect(page.contains("<li><a href=\"#b:adopt:breed\"><bdi>Breed</bdi></a></li>"))
            #expect(page.contains("<li><a href=\"#b:adopt:age\"><bdi>Age</bdi></a></li>"))
            for message in ["Choose a breed.", "Enter a whole number from 0 to 30."] {
                #expect(page.split(separator: message).count == 2)
            }
            #expect(page.contains("value=\"&lt;b&gt;&quot;\""))
            #expect(page.contains("value=\"Cat\" required checked> <bdi>Cat</bdi>"))
            // A number control would not show this text.
            #expect(page.contains("type=\"text\" value=\"many\""))
            #expect(page.matches(of: /aria-invalid="true"/).count == 2)
            #expect(page.matches(of: /class="error" id="b:adopt:(?:age|breed)-error"/).count == 2)
            #expect(!page.contains("http-equiv"))
            #expect(try await client.get("/sessions/\(id)").text.contains("aria-invalid") == false)
        }
    }

    @Test func `An error that the presenter throws is shown beside its field`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/adopt", form: "name=Vinny&breed=Bulldog&age=2")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("<bdi>Vinny lives here already</bdi></p>"))
            #expect(page.text.contains("value=\"Bulldog\" required checked>"))
        }
    }

    @Test func `After a refused form of a row, the page opens only this row's form`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/rename?id=2", form: "name=").text
            #expect(page.matches(of: /<dialog [^>]* open>/).count == 1)
            let open = try #require(page.firstRange(of: /<dialog id="r:dogs:2:rename[+]d"[^>]* open>/))
            #expect(page.contains("<a class=\"button quiet\" href=\"/sessions/\(id)\">Cancel</a>"))
            #expect(
                page[open.upperBound...].firstMatch(of: /action="([^"]*)"/)?.1
                    == "/sessions/\(id)/actions/rename?id=2&amp;.shared=1")
        }
    }

    @Test func `An error about a field without a control is listed at the top of the page`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/rename?id=9", form: "name=&colour=red")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("<li><bdi>Name</bdi>: <bdi>Enter a name."))
            #expect(page.text.contains("<li><bdi>colour</bdi>: <bdi>there is no such field"))
        }
    }

    @Test(arguments: [
        ("weight=&friendly=&born=&walk=", "[(key: \"vaccinated\", value: false), (key: \"walk\", value: 1m)]"),
        (
            "weight=3.5&vaccinated=true&friendly=false&born=2024-02-29&walk=1.5m",
            "[(key: \"born\", value: 2024-02-29), (key: \"friendly\", value: false), (key: \"vaccinated\", value: true), "
                + "(key: \"walk\", value: 1.5m), (key: \"weight\", value: 3.5)]"
        ),
    ])
    func `An empty control counts as omitted, and an unchecked box counts as false`(form: String, values: String)
        async throws
    {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            #expect(try await client.post("/sessions/\(id)/actions/examine", form: form).status == .seeOther)
            guard case .text(let note) = try await client.get("/api/sessions/\(id)").frame().screen.elements.last else {
                throw Surprise()
            }
            #expect(note.text == values)
        }
    }

    @Test func `Preset arguments with any characters arrive unchanged`() async throws {
        let text = "a b&c=d+e%\"<\t\u{1}한"
        let button = Button(EchoFeature.echo, arguments: ["text": .text(text)])
        try await TestHost([EchoFeature(button: button)]).run { client in
            let (id, page) = try await client.openSessionPage("echo")
            let address = try #require(page.firstMatch(of: /action="([^"]*\/actions\/echo\?[^"]*)"/)).1
            #expect(try await client.post(String(address), form: "").status == .seeOther)
            let frame = try await client.get("/api/sessions/\(id)").frame()
            #expect(frame.screen.elements == [.text(id: "echo", text)])
        }
    }

    @Test(arguments: [
        "f.name=Rex&f.name=Max&f.breed=Bulldog&f.age=1", "f.name=Rex&name=Max&breed=Bulldog&age=1", "id=1&name=Rex",
    ])
    func `A repeated field is refused`(form: String) async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let path = form.hasPrefix("id") ? "rename?id=2" : "adopt"
            let page = try await client.post("/sessions/\(id)/actions/\(path)", form: form)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Enter this once."))
        }
    }

    @Test func `An error of the feature is shown on the page`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/bite", form: "")
            #expect(page.status == .internalServerError)
            #expect(page.text.matches(of: /the dog has bitten/).count == 1)
            #expect(page.text.contains("<bdi>Alfred</bdi>"))
        }
    }

    @Test func `Only the first page after an action shows the action's notice`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            async let form = client.post("/sessions/\(id)/actions/howl", form: "")
            await host.latch.arrival()
            let early = try await client.get("/sessions/\(id)").text
            host.latch.open()
            #expect(try await form.status == .seeOther)
            let late = try await client.get("/sessions/\(id)").text
            #expect((early + late).matches(of: /Awoo/).count == 1)
        }
    }

    @Test func `The notice of a long action is shown when the action has ended`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            async let form = client.post("/sessions/\(id)/actions/howl", form: "")
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(10))
            #expect(try await form.status == .seeOther)
            host.latch.open()
            _ = try await client.post("/sessions/\(id)/actions/bark", form: "")
            var page = ""
            while !page.contains("Awoo") { page += try await client.get("/sessions/\(id)").text }
            #expect(page.matches(of: /Awoo/).count == 1)
        }
    }

    @Test func `At most 32 notices are kept for the next page`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            for _ in 0..<40 { _ = try await client.post("/sessions/\(id)/actions/bark", form: "") }
            #expect(try await client.get("/sessions/\(id)").text.matches(of: /Woof, woof/).count == 32)
        }
    }

    @Test func `Only the first wrong control gets the focus`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/adopt", form: "name=&breed=&age=")
            #expect(page.text.matches(of: /\sautofocus/).count == 1)
            #expect(page.text.contains(/name="f.name"[^>]* autofocus/))
            let options = try await client.get("/features/kennel?source=x&latency=y").text
            #expect(options.matches(of: /\sautofocus/).count == 1)
        }
    }

    @Test func `Calling a disabled action shows an error on the page`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let page = try await client.post("/sessions/\(id)/actions/open", form: "")
            #expect(page.status == .conflict)
            #expect(page.text.contains("<bdi>&#39;Open the gate&#39; is disabled on the current screen.</bdi>"))
        }
    }

    @Test func `A long action redirects to the page and continues`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            async let response = client.post("/sessions/\(id)/actions/nap", form: "")
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(10))
            #expect(try await response.status == .seeOther)
            #expect(try await client.get("/sessions/\(id)").text.contains("“Nap” is still running."))
            #expect(try await client.ask(.post, "/api/sessions/\(id)/actions/nap").status == .conflict)
            host.latch.open()
        }
    }

    @Test func `An unknown action is answered with 404, and a body that is not a form with 415`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let unknown = try await client.post("/sessions/\(id)/actions/brak", form: "")
            #expect(unknown.status == .notFound)
            #expect(unknown.text.contains("did you mean &#39;bark&#39;?"))
            let live = try await client.post(
                "/sessions/\(id)/actions/brak", form: "", [.accept: "application/json"])
            #expect(live.headers[.contentType]?.contains("json") == true)
            #expect(live.text.contains("has no action"))
            let json = try await client.post("/sessions/\(id)/actions/bark", json: "{}")
            #expect(json.status == .unsupportedMediaType)
            #expect(json.headers[.contentType] == "text/html; charset=utf-8")
            #expect(try await client.post("/sessions/\(id)/actions/bark", form: "%zz").status == .badRequest)
        }
    }

    @Test(arguments: ["text/html", "application/json"])
    func `A page about a refused form has the refusal's header fields`(accept: String) async throws {
        let host = try TestHost(change: { $0.callLimit = 1 })
        try await host.run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let path = "/sessions/\(id)/actions"
            async let nap = client.post("\(path)/nap", form: "")
            await host.latch.arrival()
            let full = try await client.post("\(path)/bark", form: "", [.accept: accept])
            #expect(full.status == .serviceUnavailable && full.headers[.retryAfter] == "60")
            let body = "f.name=" + String(repeating: "x", count: 1 << 20)
            let large = try await client.post("\(path)/adopt", form: body, [.accept: accept])
            #expect(large.status == .contentTooLarge && large.headers[.connection] == "close")
            host.latch.open()
            _ = try await nap
        }
    }

    @Test func `A GET request for a form's address redirects to the session's page`() async throws {
        let response = try await TestHost.ask(.get, "/sessions/abc/actions/adopt")
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/sessions/abc")
    }
}

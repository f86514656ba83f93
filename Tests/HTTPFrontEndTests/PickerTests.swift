import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Synchronization
import Testing

/// Tests of the controls of fields that name records.
@Suite(.timeLimit(.minutes(5))) struct PickerTests {
    private let tenants = TenantFeature()

    /// Runs a test with the id of a session of the tenants, and the page of its browser.
    private func run(
        towers: TowerFeature = TowerFeature(),
        _ test: @escaping @Sendable (HostClient, HostClient.Visit) async throws -> Void
    ) async throws {
        try await TestHost([tenants, towers], choices: Towers()).run { client in
            try await test(client, try await client.visit("tenant"))
        }
    }

    private func values() -> [String: FieldValue] { tenants.last.values.withLock(\.self) }

    @Test func `A control that names records has the address of the choices, and stays a text field`() async throws {
        try await run { client, visit in
            let page = try await client.get(visit.address, visit.browser).text
            let control = "name=\"f.tower\" type=\"text\" value=\"High Tower\" dir=\"auto\" autocomplete=\"off\""
            let source = "data-choices=\"/api/features/tenant/choices/tower\""
            #expect(page.contains(/name="f.tower" type="text" value="High Tower" [^>]*data-choices="[^"]*tower"/))
            #expect(page.contains(control) && page.contains(source))
            #expect(!page.contains(/name="f.name"[^>]*data-choices/))
            let answer = try await client.get("/api/features/tenant/choices/tower?search=Low")
            #expect(answer.text == "{\"choices\":[{\"id\":\"c\",\"title\":\"Low <Tower>\"}]}")
            let catalogue = try await client.get("/").text
            #expect(catalogue.contains(/name="town"[^>]* data-choices="\/api\/features\/tenant\/choices\/town"/))
        }
    }

    @Test func `The script of the picker is a file of its own, whose address two scripts know`() async throws {
        try await run { client, _ in
            let further = try await client.get("/further.js").text
            let address = try #require(further.firstMatch(of: /^const picker = "(\/picker.js[^"]*)";/)).1
            let (picker, palette) = (
                try await client.get(String(address)).text, try await client.get("/palette.js").text
            )
            #expect(picker.contains("combobox"))
            #expect(palette.contains("\nconst picker = \"\(address)\";\n"))
        }
    }

    @Test func `The dialog of a row shows titles, with and without the script`() async throws {
        try await run { client, visit in
            let page = try await client.get(visit.address, visit.browser).text
            #expect(page.contains("data-values=\"f.name=Ann&amp;f.tower=High%20Tower\""))
            let dialog = try await client.get("\(visit.address)&list=tenants&dialog=move&row=1", visit.browser).text
            #expect(dialog.contains(/<dialog id="r:tenants:1:move\+d".*name="f.tower" type="text" value="High Tower"/))
        }
    }

    @Test(arguments: ["f.name=Bob&f.tower=High+Tower", "f.name=Bob&f.tower=Old+Tower&o.tower=Old+Tower"])
    func `A title that the person has not changed still means the record of the row`(form: String) async throws {
        try await run { client, visit in
            let answer = try await client.post(
                "/sessions/\(visit.session)/actions/move?id=1", form: form, visit.browser)
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(values() == ["id": "1", "name": "Bob", "tower": "b"])
        }
    }

    @Test func `A form element does not send a title that the person has not changed`() async throws {
        try await run { client, visit in
            let path = "/sessions/\(visit.session)/actions/settle?form=settling"
            let form = "f.name=Bob&o.name=Ann&f.tower=High+Tower&o.tower=High+Tower"
            let answer = try await client.post(path, form: form, visit.browser)
            #expect(answer.status == .seeOther)
            #expect(values() == ["name": "Bob"])
        }
    }

    @Test(arguments: ["move?id=1", "settle?form=settling"])
    func `Without the script, a refused text is answered with the records that it may name`(path: String) async throws {
        try await run { client, visit in
            let path = "/sessions/\(visit.session)/actions/\(path)"
            let form = "f.name=Ann&f.tower=Tower&o.tower=High+Tower"
            let page = try await client.post(path, form: form, visit.browser)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("There are 0 towers called “Tower”."))
            #expect(page.text.contains(/name="f.tower" type="text" value="Tower"/))
            #expect(page.text.contains("<legend><bdi>Tower: choose one, or change the text</bdi></legend>"))
            let radios = page.text.matches(of: /name="f.tower" type="radio" value="([^"]*)"> <bdi>(.*?)<\/label>/)
            #expect(radios.map { String($0.1) } == ["a", "b", "c"])
            #expect(radios[0].2 == "High Tower</bdi> <bdi class=\"detail\">By the sea</bdi>")
            #expect(radios[2].2 == "Low &lt;Tower></bdi>" || radios[2].2 == "Low &lt;Tower&gt;</bdi>")
            #expect(page.text.contains("<input type=\"hidden\" name=\"r.tower\" value=\"Tower\">"))
            // The script offers the records itself.
            let live = try await client.post(path, form: form, visit.browser + [.accept: "application/json"])
            #expect(live.status == .unprocessableContent && !live.text.contains("radio"))
        }
    }

    @Test(arguments: [
        ("f.tower=Tower&f.tower=a", "a"), ("f.tower=Low+%3CTower%3E&f.tower=a", "Low <Tower>"), ("f.tower=c", "c"),
    ])
    func `A chosen record wins over the refused text, and a changed text over the record`(
        sent: String, tower: String
    ) async throws {
        try await run { client, visit in
            for (path, rest) in [("move?id=1", ""), ("settle?form=settling", "&o.tower=High+Tower&o.name=Ann")] {
                let form = "f.name=Ann&\(sent)&r.tower=Tower\(rest)"
                let path = "/sessions/\(visit.session)/actions/\(path)"
                let answer = try await client.post(path, form: form, visit.browser)
                #expect(answer.status == .seeOther)
                #expect(values()["tower"] == .text(tower))
            }
        }
    }

    @Test func `Two texts without a refused one are refused`() async throws {
        try await run { client, visit in
            let path = "/sessions/\(visit.session)/actions/move?id=1"
            let answer = try await client.post(path, form: "f.name=Ann&f.tower=a&f.tower=c", visit.browser)
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func `A person without the right to the other feature is offered none of its records`() async throws {
        var towers = TowerFeature()
        towers.manifest.audience = .role("keeper")
        try await run(towers: towers) { client, visit in
            let path = "/sessions/\(visit.session)/actions/move?id=1"
            // Nobody is known of a request that a proxy has passed on.
            let name = try #require(HTTPField.Name("X-Forwarded-For"))
            let fields: HTTPFields = visit.browser + [name: "for=192.0.2.1"]
            let page = try await client.post(path, form: "f.name=Ann&f.tower=Tower", fields)
            #expect(page.status == .unprocessableContent && !page.text.contains("radio"))
        }
    }
}

import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of form elements: their HTML, and the calls that a page sends for them.
@Suite(.timeLimit(.minutes(5))) struct PlacedFormTests {
    private static let asBriefScript: HTTPFields = [.accept: "application/json", .preference: "return=minimal"]

    private let form = FormElement(
        id: "dog", of: SlidesFeature.save,
        values: ["id": "7", "name": "Rex", "breed": "Bulldog", "age": 3, "vaccinated": true], title: "Edit",
        disabled: ["id"], problems: ["age": .init("Kim saved another age.", theirs: 4)],
        choices: ["breed": ["Bulldog", "Labrador"]])

    @Test func `A form element is rendered with the values, the restrictions and the problems of its fields`() throws {
        let frame = Frame(
            session: "s", feature: "slides", revision: 1, screen: Screen(phase: .ready, elements: [.form(form)]))
        let page = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        #expect(
            page.contains(
                """
                <h2 id="h:dog"><bdi>Edit</bdi></h2>
                <form class="fill" id="e:dog:form" method="post" action="/sessions/s/actions/save?form=dog" data-form="button" data-title="Edit" aria-labelledby="h:dog">
                <div id="e:dog:form+e" class="errors"></div>
                <button hidden></button>
                <div class="field" id="e:dog:name:field">
                """.split(separator: "\n").joined()))
        #expect(page.contains("name=\"f.name\" type=\"text\" value=\"Rex\""))
        #expect(page.contains("<input type=\"hidden\" name=\"o.name\" value=\"Rex\">"))
        // The form has the id of its row, so nobody types it.
        #expect(!page.contains("name=\"o.id\"") && !page.contains("name=\"f.id\""))
        #expect(page.contains("type=\"radio\" value=\"Bulldog\" required checked> <bdi>Bulldog</bdi></label>"))
        #expect(page.matches(of: /type="radio" value="[BL]/).count == 2)
        #expect(page.contains("aria-describedby=\"e:dog:age-error e:dog:age-theirs\""))
        #expect(page.contains("<bdi>Kim saved another age.</bdi>"))
        #expect(
            page.contains(
                "id=\"e:dog:age-theirs\">Their value: <bdi>4</bdi></p><button name=\"t.age\" value=\"mine 4\">Keep mine</button>"
            ))
        #expect(page.contains("<button id=\"e:dog:submit\"><bdi>Save</bdi></button>"))
        var locked = form
        locked.disabled = ["age"]
        let other = Frame(
            session: "s", feature: "slides", revision: 1, screen: Screen(phase: .ready, elements: [.form(locked)]))
        let text = try ScreenRendition.html.text(of: other, manifest: SlidesFeature.manifest)
        #expect(text.contains(/<input id="e:dog:age"[^>]* disabled/) && !text.contains("name=\"o.age\""))
    }

    @Test func `If a form is sent on change, each of its unlocked fields has an element for error messages`() throws {
        var live = form
        live.submits = .change
        let frame = Frame(
            session: "s", feature: "slides", revision: 1, screen: Screen(phase: .ready, elements: [.form(live)]))
        let page = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        #expect(page.contains("aria-describedby=\"e:dog:name-fit\""))
        #expect(page.contains("<p class=\"error\" id=\"e:dog:name-fit\" aria-live=\"polite\"></p>"))
        #expect(!page.contains("e:dog:id-fit") && !page.contains("class=\"draft\""))
    }

    @Test func `A disabled form element has a disabled button`() throws {
        var locked = form
        locked.enabled = false
        let frame = Frame(
            session: "s", feature: "slides", revision: 1, screen: Screen(phase: .ready, elements: [.form(locked)]))
        let page = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        #expect(page.contains("<button id=\"e:dog:submit\" disabled><bdi>Save</bdi></button>"))
    }

    @Test(arguments: [
        ("f.name=Max&o.name=Rex&f.age=3&o.age=3&f.vaccinated=true&o.vaccinated=true", "[\"name\"]", "name=Max"),
        (
            "f.name=Rex&o.name=Rex&f.age=&o.age=3&f.vaccinated=true&o.vaccinated=true", "[\"age\"]",
            "breed=Bulldog\", \"id"
        ),
        // A browser does not send an unchecked box.
        ("f.name=Rex&o.name=Rex&f.age=3&o.age=3&o.vaccinated=true", "[\"vaccinated\"]", "vaccinated=false"),
        // A script sends only the fields with typed text.
        ("f.breed=Labrador", "[\"breed\"]", "breed=Labrador"),
        ("f.name=A%0D%0A&o.name=A%0A", "[]", "name=Rex"),
    ])
    func `A form element sends only the fields whose values have changed since the form was rendered`(
        body: String, changed: String, value: String
    ) async throws {
        try await TestHost([SlidesFeature([.form(form)])]).run { client in
            let (id, _) = try await client.openSessionPage("slides")
            let answer = try await client.post("/sessions/\(id)/actions/save?form=dog", form: body)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let page = try await client.get("/sessions/\(id)").text
            let quoted = changed.replacing("\"", with: "&quot;")
            #expect(page.contains("changed \(quoted) of"), "\(page)")
            #expect(page.contains(value.replacing("\"", with: "&quot;")))
        }
    }

    @Test(arguments: [
        // These values are unchanged, in the notation of a browser.
        ("f.due=2026-11-22T19:46&f.tags=a%0D%0Ab&f.labels=Red&f.labels=&f.password=", "[]"),
        ("f.due=2026-11-22T19:47&f.tags=a%0D%0Ab&f.labels=Red&f.labels=&f.password=", "[\"due\"]"),
        ("f.due=2026-11-22T19:46&f.tags=a&f.labels=&f.password=hush", "[\"labels\", \"password\", \"tags\"]"),
    ])
    func `Instants, lists and secrets are compared by their meaning`(body: String, changed: String) async throws {
        let order = FormElement(
            id: "order", of: SlidesFeature.order,
            values: ["due": "2026-11-22T19:46:00.000Z", "tags": .texts(["a", "b"]), "labels": .texts(["Red"])])
        try await TestHost([SlidesFeature([.form(order)])]).run { client in
            let (id, page) = try await client.openSessionPage("slides")
            #expect(page.contains("name=\"o.tags\" value=\"a\nb\"") && page.contains("name=\"o.password\" value=\"\""))
            let drawn = "&o.due=2026-11-22T19%3A46%3A00.000Z&o.tags=a%0D%0Ab&o.labels=Red&o.password="
            let answer = try await client.post("/sessions/\(id)/actions/order?form=order", form: body + drawn)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let shown = try await client.get("/sessions/\(id)").text
            #expect(shown.contains("changed \(changed.replacing("\"", with: "&quot;")) of"), "\(shown)")
            #expect(!shown.contains("hush"))
        }
    }

    @Test(arguments: [FormElement.Submission.button, .change])
    func `A refusal of a button stands in a form only if the button acts on what the form has sent`(
        submits: FormElement.Submission
    ) async throws {
        try await TestHost([ScaleFeature(submits: submits)]).run { client in
            let (id, _) = try await client.openSessionPage("scale")
            let page = try await client.post("/sessions/\(id)/actions/weigh", form: "")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Too heavy."))
            #expect(page.text.contains("id=\"e:dog:weight-error\"") == (submits == .change), "\(page.text)")
        }
    }

    @Test func `If the other person's value was replaced before a person takes it, the form shows the newest value`()
        async throws
    {
        try await TestHost([SlidesFeature([.form(form)])]).run { client in
            let (id, _) = try await client.openSessionPage("slides")
            let body = "f.name=Zoe&o.name=Ann&t.name=theirs+Max&f.age=3&o.age=3"
            let page = try await client.post("/sessions/\(id)/actions/save?form=dog", form: body).text
            #expect(page.contains("name=\"f.name\" type=\"text\" value=\"Rex\""))
            #expect(page.contains("<input type=\"hidden\" name=\"o.name\" value=\"Rex\">"))
        }
    }

    @Test func `A refused form shows the typed texts, and the host's values in the unchanged fields`() async throws {
        try await TestHost([SlidesFeature([.form(form)])]).run { client in
            let (id, _) = try await client.openSessionPage("slides")
            let body = "f.name=\(String(repeating: "x", count: 41))&o.name=Rex&f.age=2&o.age=2"
            let answer = try await client.post("/sessions/\(id)/actions/save?form=dog", form: body)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("value=\"\(String(repeating: "x", count: 41))\""))
            #expect(answer.text.contains("name=\"o.name\" value=\"Rex\""))
            #expect(answer.text.contains("name=\"f.age\" type=\"number\" value=\"3\""))
            #expect(answer.text.contains("<bdi>Shorten this to 40 characters."))
            #expect(!answer.text.contains("<bdi>Vaccinated</bdi>: <bdi>"))
        }
    }

    @Test func `A preset field named form is not parsed as the id of a form element`() async throws {
        let button = Element.section(
            id: "s", elements: [], buttons: [Button(SlidesFeature.fill, arguments: ["form": "A5"])])
        try await TestHost([SlidesFeature([button])]).run { client in
            let (id, page) = try await client.openSessionPage("slides")
            let address = try #require(page.firstMatch(of: /action="([^"]*fill[^"]*)"/)).1
            _ = try await client.post(String(address), form: "")
            #expect(try await client.get("/sessions/\(id)").text.contains("form=A5"))
        }
    }

    @Test func `A script with an open stream gets the revision and the problems, but no HTML`() async throws {
        try await TestHost([SlidesFeature([.form(form)])]).run { client in
            let (id, _) = try await client.openSessionPage("slides")
            let path = "/sessions/\(id)/actions/save?form=dog"
            let answer = try await client.post(path, form: "f.name=Max", Self.asBriefScript)
            #expect(answer.status == .ok)
            #expect(answer.text.hasPrefix("{\"revision\":1,\"notices\":\"<p class"))
            #expect(answer.text.hasSuffix("\"problems\":{}}") && !answer.text.contains("html"))
            let refusal = try await client.post(path, form: "f.age=99", Self.asBriefScript)
            #expect(refusal.status == .unprocessableContent)
            #expect(refusal.text.contains("\"problems\":{\"f.age\":\"Enter a whole number from 0 to 30.\"}"))
        }
    }
}

extension HTTPField.Name {
    fileprivate static let preference = HTTPField.Name("Prefer") ?? .origin
}

/// A feature whose button refuses a field of the screen's form.
private struct ScaleFeature: Feature {
    static let save = Action("save", "Save", fields: Field<Int?>("weight", "Weight"))
    static let weigh = Action("weigh", "Weigh")
    static let manifest = FeatureManifest(id: "scale", title: "Scale", summary: "Weighs.", actions: save, weigh)

    let submits: FormElement.Submission

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let form = FormElement(id: "dog", of: Self.save, values: ["weight": 9], submits: submits)
        let screen = Screen(
            title: "Scale", phase: .ready, elements: [.form(form)], buttons: [Button(Self.weigh)])
        return Scene(owning: stage, start: { stage.screen = screen })
            .on(Self.save) { _ in }
            .on(Self.weigh) { _ in throw InputRefused(["weight": "Too heavy."]) }
    }
}

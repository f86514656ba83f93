import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of multi-line texts, sliders, instants, lists, secrets and required options, in pages and in the API.
@Suite(.timeLimit(.minutes(5))) struct FieldKindTests {
    private static let order =
        #"{"note":"a\r\nb","volume":35,"due":"2026-11-22T20:46:49+01:00","tags":["x","y"],"labels":["Blue"],"#
        + #""password":"hunter2"}"#

    private static func texts(_ frame: Frame) -> [String: String] {
        var texts: [String: String] = [:]
        for case .text(let text) in frame.screen.elements { texts[text.id] = text.text }
        return texts
    }

    @Test func `A JSON body may contain arrays, line breaks, instants of any offset, and a secret that no frame shows`()
        async throws
    {
        try await TestHost([WorkshopFeature()]).run { client in
            let id = try await client.open("workshop", options: #"{"site":"North","zones":["a","b"]}"#)
            #expect(Self.texts(try await client.get("/api/sessions/\(id)").frame()) == ["place": "North: a+b"])
            let answer = try await client.post("/api/sessions/\(id)/actions/order", json: Self.order)
            #expect(answer.status == .ok)
            #expect(
                Self.texts(try answer.frame()) == [
                    "note": "a\nb", "volume": "35", "due": "2026-11-22T19:46:49.000Z", "tags": "x|y", "labels": "Blue",
                    "secret": "7",
                ])
            #expect(!answer.text.contains("hunter") && !answer.text.contains("password"))
            let page = try await client.get("/sessions/\(id)").text
            #expect(!page.contains("hunter"))
        }
    }

    @Test(arguments: [
        (
            #"{"tags":["x","x"]}"#, "tags", "expected at most 3 different texts of 1 to 20 characters, got \"x\" twice",
            "Take out the second “x”."
        ),
        (
            #"{"tags":["x",1]}"#, "tags", "expected at most 3 different texts of 1 to 20 characters, got an array",
            "Enter tags, one on a line."
        ),
        (
            #"{"labels":["Red","red"]}"#, "labels",
            "expected any of Red, Green, Blue, got \"red\"; did you mean 'Red'?", "Choose labels."
        ),
        (
            #"{"volume":7}"#, "volume", "expected a whole number from 0 to 100 in steps of 5, got 7",
            "Enter a whole number from 0 to 100 in steps of 5."
        ),
        (
            #"{"password":"abc"}"#, "password", "expected secret text of 4 to 40 characters, got secret text",
            "Enter at least 4 characters."
        ),
        (
            #"{"password":["abc"]}"#, "password", "expected secret text of 4 to 40 characters, got secret text",
            "Enter a password."
        ),
        (
            #"{"note":["x"]}"#, "note", "expected text of at most 200 characters on at most 4 lines, got an array",
            "Enter a note."
        ),
    ])
    func `A problem tells programs the exact rule, and tells people what to do`(
        body: String, field: String, rule: String, advice: String
    ) async throws {
        let answer = try await TestHost([WorkshopFeature()]).asked { client in
            try await client.post("/api/features/workshop/actions/order?site=North", json: body)
        }
        let problem = try answer.problem(.unprocessableContent)
        #expect(problem.errors?[field] == rule)
        #expect(problem.advice?[field] == advice)
        #expect(problem.errors?["due"] == "expected a date and time like 2026-11-22T19:46:49Z, got nothing")
        #expect(problem.advice?["due"] == "Enter a date and time like 2026-11-22 19:46, in UTC.")
        #expect(!answer.text.contains("abc"))
    }

    @Test func `A form that restricts a field of several texts has a box for each text`() throws {
        let form = FormElement(
            id: "order", of: WorkshopFeature.order, values: ["tags": .texts(["b"])], choices: ["tags": ["a", "b", "c"]])
        let page = try ScreenRendition.html.text(
            of: Frame(
                session: "s", feature: "workshop", revision: 1, screen: Screen(phase: .ready, elements: [.form(form)])),
            manifest: WorkshopFeature.manifest)
        let boxes = page.matches(of: /name="f\.tags" type="checkbox" value="([^"]*)"( checked)?>/)
        #expect(boxes.map { "\($0.1)\($0.2 ?? "")" } == ["a", "b checked", "c"])
        #expect(!page.contains("<textarea id=\"e:order:tags\""))
    }

    @Test func `The navigation leaves out a feature that cannot start without an option, unless it is shown`()
        async throws
    {
        try await TestHost([WorkshopFeature(), LibraryFeature()]).run { client in
            func entries(_ page: String) -> Int { page.matches(of: /<li[^>]*><a href="\/features\/workshop"/).count }
            let (other, own) = (try await client.openPage("library"), try await client.openPage("workshop?site=North"))
            #expect(entries(other.text) == 0 && entries(own.text) == 1)
            let catalogue = try await client.get("/")
            #expect(catalogue.text.contains("name=\"site\""))
        }
    }

    @Test func `A missing required option is answered with 422 in the API and with a form on a page`() async throws {
        try await TestHost([WorkshopFeature()]).run { client in
            for answer in [
                try await client.get("/api/features/workshop/screen"),
                try await client.post("/api/sessions", json: #"{"feature":"workshop"}"#),
                try await client.post("/api/features/workshop/actions/order", json: Self.order),
            ] {
                #expect(answer.status == .unprocessableContent)
                #expect(
                    try answer.problem(.unprocessableContent).errors == [
                        "site": "expected text of 1 to 20 characters, got nothing"
                    ])
                #expect(try answer.problem(.unprocessableContent).advice == ["site": "Enter a site."])
            }
            let form = try await client.get("/features/workshop")
            #expect(form.status == .ok)
            #expect(form.text.contains("name=\"site\"") && !form.text.contains("refused"))
            let empty = try await client.get("/features/workshop?site=&zones=a%0D%0Ab")
            #expect(empty.status == .unprocessableContent)
            // A single message stands beside its field alone.
            #expect(empty.text.contains("id=\"workshop:site-error\""))
            #expect(empty.text.matches(of: /<bdi>Enter a site\.<\/bdi>/).count == 1)
            // The form keeps the other options without showing them.
            for zone in ["a", "b"] {
                #expect(empty.text.contains("<input type=\"hidden\" name=\"zones\" value=\"\(zone)\">"))
            }
            let page = try await client.openPage("workshop?site=North&zones=a%0D%0Ab&zones=c")
            #expect(page.text.contains("North: a+b+c"))
        }
    }

    @Test func `A query may repeat the name of a list option, but no other name`() async throws {
        try await TestHost([WorkshopFeature()]).run { client in
            let listed = try await client.get("/api/features/workshop/screen?site=N&zones=a&zones=b")
            #expect(Self.texts(try listed.frame()) == ["place": "N: a+b"])
            let twice = try await client.get("/api/features/workshop/screen?site=N&site=M")
            #expect(try twice.problem(.unprocessableContent).errors == ["site": "expected once, given several times"])
            let same = try await client.get("/api/features/workshop/screen?site=N&zones=a&zones=a")
            #expect(
                try same.problem(.unprocessableContent).errors == [
                    "zones": "expected different texts of 1 to 9 characters, got \"a\" twice"
                ])
        }
    }

    @Test func `A form has a control for each field kind, and its texts are parsed by the kind`() async throws {
        try await TestHost([WorkshopFeature()]).run { client in
            let id = try await client.open("workshop", options: #"{"site":"North"}"#)
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.contains(/<textarea [^>]*name="f.note" rows="4"/))
            #expect(page.contains(/<input [^>]*name="f.volume" type="range" value="0"[^>]* min="0" max="100" step="5"/))
            #expect(page.contains(/<output for="[^"]*:volume">0<\/output>/))
            #expect(page.contains(/<input [^>]*name="f.share" type="number"[^>]* min="0" max="1" step="0.1"/))
            #expect(page.contains(/Due<\/bdi> <span class="hint">UTC<\/span>/))
            #expect(page.contains(/<input [^>]*name="f.due" type="datetime-local"/))
            #expect(page.contains(/<textarea [^>]*name="f.tags"/) && page.contains("Enter one per line."))
            #expect(page.matches(of: /<input id="[^"]*" name="f.labels" type="checkbox"/).count == 3)
            #expect(page.contains(/name="f.password" type="password" value="" dir="auto" autocomplete="new-password"/))
            let form =
                "f.note=a%0D%0Ab&f.volume=40&f.share=&f.due=2026-11-22T19%3A46&f.tags=x%0D%0Ay%0D%0A"
                + "&f.labels=Red&f.labels=Blue&f.labels=&f.password="
            let sent = try await client.post("/sessions/\(id)/actions/order", form: form)
            #expect(sent.status == .seeOther)
            #expect(
                Self.texts(try await client.get("/api/sessions/\(id)").frame()) == [
                    "note": "a\nb", "volume": "40", "due": "2026-11-22T19:46:00.000Z", "tags": "x|y",
                    "labels": "Red|Blue", "secret": "0",
                ])
        }
    }

    @Test func `A refused form keeps all texts except its secret`() async throws {
        try await TestHost([WorkshopFeature()]).run { client in
            let id = try await client.open("workshop", options: #"{"site":"North"}"#)
            let form =
                "f.note=a%0D%0Ab&f.volume=41&f.due=2026-11-22T19%3A46%3A01&f.tags=x%0D%0Ax&f.labels=Red&f.labels="
                + "&f.password=hunter2"
            let page = try await client.post("/sessions/\(id)/actions/order", form: form)
            #expect(page.status == .unprocessableContent)
            #expect(!page.text.contains("hunter"))
            #expect(page.text.contains("Take out the second “x”."))
            #expect(page.text.contains("Enter a whole number from 0 to 100 in steps of 5."))
            #expect(page.text.contains(/value="Red" checked/) && !page.text.contains(/value="Blue" checked/))
            #expect(page.text.contains(/type="datetime-local" value="2026-11-22T19:46:01.000"[^>]* step="1"/))
            #expect(page.text.contains(">\na\r\nb</textarea>") || page.text.contains(">\na\nb</textarea>"))
        }
    }

    @Test func `A form of an ended session shows the typed texts without the secret`() async throws {
        try await TestHost([WorkshopFeature()]).run { client in
            let id = try await client.open("workshop", options: #"{"site":"North"}"#)
            #expect(try await client.ask(.delete, "/api/sessions/\(id)").status == .noContent)
            let page = try await client.post(
                "/sessions/\(id)/actions/order", form: "f.tags=x%0D%0Ay&f.password=hunter2"
            ).text
            #expect(page.contains("<dd><bdi>x, y</bdi></dd>"))
            #expect(!page.contains("hunter"))
        }
    }

    @Test func `The OpenAPI document describes each field kind as JSON Schema`() async throws {
        let document = try await TestHost([WorkshopFeature()]).asked { client in try await client.get("/openapi.json") }
            .text
        #expect(
            document.contains(
                #""tags":{"title":"Tags","type":"array","uniqueItems":true,"maxItems":3,"items":{"type":"string","minLength":1,"maxLength":335"#
            ))
        #expect(
            document.contains(
                #""labels":{"title":"Labels","type":"array","uniqueItems":true,"items":{"type":"string","enum":["Red","Green","Blue"]}"#
            ))
        #expect(document.contains(#""due":{"title":"Due","type":"string","format":"date-time""#))
        #expect(document.contains(#""format":"password","writeOnly":true"#))
        #expect(document.contains(#""minimum":0,"maximum":100,"multipleOf":5"#))
        #expect(
            document.contains(
                #""enum":["text","integer","decimal","boolean","choice","date","duration","instant","texts","choices","secret","reference"]"#
            ))
        #expect(document.contains(#""required":["feature","options"]"#))
    }
}

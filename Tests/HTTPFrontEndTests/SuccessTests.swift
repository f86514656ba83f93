import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests that a page says when an action has succeeded.
@Suite(.timeLimit(.minutes(5))) struct SuccessTests {
    private static let asScript: HTTPFields = [.accept: "application/json"]

    /// Returns what the page says after an action, once with the script and once without it.
    private func words(
        after action: String, _ form: String = "", on feature: String = "kennel", among others: [any Feature] = []
    ) async throws -> [String] {
        let said = Said()
        try await TestHost(others).run { client in
            for fields in [Self.asScript, [:]] {
                let id = try await client.openSessionPage(feature).id
                let answer = try await client.post("/sessions/\(id)/actions/\(action)", form: form, fields)
                #expect(answer.status == (fields.isEmpty ? .seeOther : .ok), "\(answer.text)")
                let page = try await client.get("/sessions/\(id)").text
                let text = fields.isEmpty ? page : answer.text
                said.words += text.matches(of: /[> ]<bdi>([^<>]*: done|[^<>]* was renamed\.)</).map { String($0.1) }
                if fields.isEmpty { #expect(try await !client.get("/sessions/\(id)").text.contains(": done<")) }
            }
        }
        return said.words
    }

    private final class Said: @unchecked Sendable {  // only one task uses it
        var words: [String] = []
    }

    private func isSaid(_ text: String, after action: String, _ form: String = "") async throws {
        #expect(try await words(after: action, form) == [text, text])
    }

    @Test func `A form in a dialog says its success with the title of the row after the action`() async throws {
        try await isSaid("Rex was renamed.", after: "rename?id=1", "f.name=Rex")
        try await isSaid("Examine: done", after: "examine", "f.walk=2s")
    }

    @Test func `A question says its success with its own words`() async throws {
        try await isSaid("Release Alfred: done", after: "release?id=1")
    }

    @Test func `A button on the page of a record asks and says its success with the title of the record`() async throws
    {
        let screen = Screen(
            title: "Emma", phase: .ready,
            buttons: [Button(ShownFeature.press, role: .destructive), Button(ShownFeature.press, title: "Touch")],
            up: FeatureLink(feature: "shown"))
        let feature = ShownFeature("shown", screen: screen)
        #expect(
            try await words(after: "press", on: "shown", among: [feature]) == ["Press Emma: done", "Press Emma: done"])
        let frame = Frame(session: "s", feature: "shown", revision: 1, screen: screen)
        let page = try ScreenRendition.html.text(of: frame, manifest: ShownFeature.manifest)
        #expect(page.contains("<h2 id=\"b:press+h\"><bdi>Press Emma?</bdi></h2>"))
    }

    @Test(arguments: [(FormElement.Submission.button, ["Enter a name: done", "Enter a name: done"]), (.change, [])])
    func `A form element with a button says its success with the title of the action`(
        submits: FormElement.Submission, said: [String]
    ) async throws {
        let feature = CoupleFeature(submits: submits)
        #expect(try await words(after: "enter?form=name", "f.surname=Doe", on: "couple", among: [feature]) == said)
    }

    @Test func `An action that announces a notice itself needs no other words`() async throws {
        #expect(try await words(after: "adopt", "f.name=Rex&f.breed=Bulldog&f.age=2").isEmpty)
        #expect(try await words(after: "bark").isEmpty)
    }

    @Test func `A button that acts at once says its success only if nothing has changed on the screen`() async throws {
        let press = ShownFeature("shown", screen: Screen(phase: .ready, buttons: [Button(ShownFeature.press)]))
        #expect(try await words(after: "refresh").isEmpty)
        #expect(try await words(after: "press", on: "shown", among: [press]).isEmpty)
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.openSessionPage("kennel").id
            host.latch.open()
            let answer = try await client.post("/sessions/\(id)/actions/nap", form: "", Self.asScript)
            #expect(answer.text.contains("<bdi>Nap: done</bdi>"))
        }
    }

    @Test(arguments: [asScript, [:]])
    func `A long action says its success when it has ended`(fields: HTTPFields) async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.openSessionPage("kennel").id
            async let pending = client.post("/sessions/\(id)/actions/nap", form: "", fields)
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(10))
            #expect(try await !pending.text.contains("Nap: done"))
            host.latch.open()
            guard !fields.isEmpty else { return }
            let answer = try await client.get("/sessions/\(id)/running/1", Self.asScript)
            #expect(answer.text.contains("<bdi>Nap: done</bdi>"))
        }
    }

    @Test func `A form that only browses says nothing`() async throws {
        #expect(try await words(after: "look?form=place", "f.page=2", on: "couple", among: [CoupleFeature()]).isEmpty)
    }

    /// A form that is sent on change has told the feature what the person has entered; another form has not.
    @Test(arguments: [FormElement.Submission.change, .button])
    func `A message about the field of another form stands beside the field if that form is sent on change`(
        submission: FormElement.Submission
    ) async throws {
        try await TestHost([CoupleFeature(submits: submission)]).run { client in
            let id = try await client.openSessionPage("couple").id
            for fields in [Self.asScript, [:]] {
                let answer = try await client.post("/sessions/\(id)/actions/wed", form: "", fields)
                #expect(answer.status == .unprocessableContent)
                let text = answer.text.replacing("\\\"", with: "\"").replacing("\\/", with: "/")
                let isBeside = submission == .change
                #expect(text.contains("id=\"e:name:surname-error\"") == isBeside)
                #expect(text.contains("aria-invalid=\"true\"") == isBeside)
                #expect(text.contains("<bdi>Family name</bdi>: <bdi>") != isBeside)
            }
        }
    }
}

/// A feature with a form element, and with an action that refuses the form's field.
private struct CoupleFeature: Feature {
    static let surname = Field<String>("surname", "Family name")
    static let enter = Action("enter", "Enter a name", fields: surname)
    static let wed = Action("wed", "Wed")
    static let page = Field<Int?>("page", "Page")
    static let look = Action("look", "Look", fields: page)
    static let manifest = FeatureManifest(
        id: "couple", title: "Couple", summary: "Weds.", options: [page], actions: enter, wed, look)

    var submits = FormElement.Submission.button

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let form = FormElement(id: "name", of: Self.enter, submits: submits)
        let place = FormElement(id: "place", of: Self.look)
        let screen = Screen(phase: .ready, elements: [.form(form), .form(place)], buttons: [Button(Self.wed)])
        return Scene(owning: stage, start: { stage.screen = screen })
            .browsing(Self.look, changing: ["page"]) { stage.screen.address = $0.values }
            .on(Self.enter) { _ in }
            .on(Self.wed) { _ in throw InputRefused(Self.surname, "enter a name first") }
    }
}

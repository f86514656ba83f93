import FeatureKit
import FeatureStorage
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of pages whose forms act on ticked rows.
@Suite(.timeLimit(.minutes(5))) struct TickedFormTests {
    @Test func `A refused form keeps the ticked rows and the text`() async throws {
        try await TestHost([MailFeature()]).run { client in
            let (id, _) = try await client.openSessionPage("mail")
            let path = "/sessions/\(id)/actions/label"
            let page = try await client.post(path, form: "row=+a&row=+b&f.label=far+too+long+a+label")
            #expect(page.status == .unprocessableContent)
            for row in [" a", " b"] {
                #expect(page.text.contains("<input type=\"hidden\" name=\"row\" value=\"\(row)\">"))
            }
            #expect(page.text.contains("value=\"far too long a label\"") && page.text.contains("<dialog"))
        }
    }

    @Test func `A field that is left empty changes nothing of several rows`() async throws {
        try await TestHost([MailFeature()]).run { client in
            let (id, _) = try await client.openSessionPage("mail")
            let answer = try await client.post(
                "/sessions/\(id)/actions/label", form: "row=+a&row=+b&f.label=new&f.note=")
            #expect(answer.status == .seeOther)
            #expect(try await client.get("/api/sessions/\(id)").text.contains("\"title\":\"a, b: label=new\""))
        }
    }

    @Test func `A call for no row asks a person to select rows`() async throws {
        try await TestHost([MailFeature()]).run { client in
            let (id, _) = try await client.openSessionPage("mail")
            let page = try await client.post("/sessions/\(id)/actions/label", form: "f.label=new")
            #expect(page.text.contains("First select one or more rows."))
        }
    }
}

/// A feature whose list has two rows, and an action that edits both.
private struct MailFeature: Feature {
    static let label = Action(
        "label", "Label", effect: .edits,
        fields: RecordFields.rows
            + [Field<String>("label", "Label", length: 1...8), Field<String?>("note", "Note")])
    static let manifest = FeatureManifest(id: "mail", title: "Mail", summary: "", actions: label)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let rows = [Row(id: "a", title: "A"), Row(id: "b", title: "B")]
        let list = Element.list(id: "mails", rows: rows, bulk: [Button(Self.label)])
        return Scene(owning: stage, start: { stage.screen = Screen(title: "Mail", phase: .ready, elements: [list]) })
            .on(Self.label) { input in
                let changed = input.changed.sorted().filter { $0 != "ids" }
                let changes = changed.map { "\($0)=\(input.values[$0]?.description ?? "")" }
                let rows = try input.rows.map(\.id).joined(separator: ", ")
                stage.screen.title = "\(rows): \(changes.joined(separator: ", "))"
            }
    }
}

import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

/// Tests of an action that edits a record: by a command, by its form on the record's page, and by a row's button.
@Suite(.timeLimit(.minutes(5))) struct EditTests {
    private func yard(_ arguments: String...) async -> Ending { await run(arguments, as: YardHost.self) }

    private func converse(_ options: [String] = [], typing lines: String...) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        _ = await CommandLineProgram<YardHost>(console: console)
            .run(["launch", "yard", "--color", "never"] + options)
        return recorder.text(.output)
    }

    @Test func `a command gives only what it changes`() async {
        #expect(await yard("perform", "yard", "edit", "id=1", "name=Max", "-q").errors == "✓ id=1 name=Max\n")
        #expect(await yard("perform", "yard", "edit", "id=1", "-q").errors == "✓ id=1\n")
        let refused = await yard("perform", "yard", "edit", "name=Max", "-q")
        #expect(refused.code == 65 && refused.errors.contains("  id: ") && !refused.errors.contains("  legs: "))
        let wrong = await yard("perform", "yard", "edit", "id=1", "legs=many", "-q")
        #expect(wrong.code == 65 && wrong.errors.contains("  legs: ") && !wrong.errors.contains("  name: "))
        #expect(await yard("perform", "yard", "edit", "id=1", "name=", "-q").code == 65)
    }

    @Test func `a command on the page of a record acts on this record only`() async {
        #expect(
            await yard("perform", "yard", "edit", "name=Max", "-q", "--set", "page=true").errors
                == "✓ name=Max; from the form: id=1 legs=4 note=Shy revision=7\n")
        let other = await yard("perform", "yard", "edit", "id=2", "name=Max", "-q", "--set", "page=true")
        #expect(other.code == 65 && other.errors.contains(#"  id: this form acts on "1"; leave the field out"#))
    }

    @Test func `a command on the page of a record says what is wrong, and demands no key that the page has`()
        async throws
    {
        let store = try await DogHost.dogs(1)
        func edit(_ arguments: String...) async -> Ending {
            await DogHost.$store.withValue(store) {
                await run(["perform", "doggy", "edit"] + arguments, as: DogHost.self)
            }
        }
        let gone = await edit("age=3", "--set", "id=9")
        #expect(gone.errors.contains(#"There is no record "9""#) && !gone.errors.contains("got nothing"))
        let wrong = await edit("age=300", "--set", "id=1")
        #expect(wrong.code == 65 && wrong.errors.contains("  age: ") && !wrong.errors.contains("  id: "))
    }

    @Test func `the printed commands ask for nothing that an edit may leave out, and for no key of the page`() async {
        #expect(
            await yard("launch", "yard").output.hasSuffix(
                "[Edit]  yards perform yard edit id=ID [name=NAME] [legs=LEGS] [note=NOTE]\n"))
        let page = await yard("launch", "yard", "--set", "page=true").output
        #expect(
            page.contains(
                "[Edit]  yards perform yard edit [name=NAME] [legs=LEGS] [note=NOTE] --set page=true\n"))
        #expect(page.contains("  Name  Rex\n") && !page.contains("Key") && !page.contains("Revision"))
        let described = await yard("describe", "yard").output
        #expect(described.matches(of: /optional/).count == 4)
    }

    @Test func `a person fills in neither the key nor the revision line by line`() async {
        let output = await converse(["--set", "page=true"], typing: "edit", "Max", "", "", "q")
        #expect(output.contains("Name (") && !output.contains("Key (") && !output.contains("Revision ("))
        #expect(output.contains("name=Max; from the form: id=1 legs=4 note=Shy revision=7\n"))
    }

    @Test func `the form of a row's button empties what it shows as empty`() async {
        let output = await converse(typing: "1", "edit", "Max", "", "-", "q")
        #expect(output.contains("id=1 legs=4 name=Max note=nothing revision=7\n"))
    }

    @Test func `the page in a terminal has a form with a button that saves`() {
        var viewing = Viewing(YardFeature.manifest, catalogue: [YardFeature.manifest])
        viewing.show(YardFeature.page)
        #expect(viewing.text.contains("Name") && viewing.text.contains("Save"))
        #expect(!viewing.text.contains("Key") && !viewing.text.contains("Revision"))
    }
}

private enum YardHost: CommandLineHost {
    static let name = "yards"
    static let version = "0"
    static let summary = "Has one dog."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([YardFeature()]) }
}

/// A feature that says what each edit gives, and what comes from the form.
private struct YardFeature: Feature {
    static let edit = Action(
        "edit", "Edit", effect: .edits,
        fields: Field<String>("id", "Key").role(.row), Field<String>("name", "Name", length: 1...9),
        Field<Int>("legs", "Legs", range: 0...9), Field<String?>("note", "Note", length: 1...9),
        Field<Int?>("revision", "Revision").role(.revision))
    static let isPage = Field<Bool>("page", "Page", default: false)
    static let manifest = FeatureManifest(
        id: "yard", title: "Yard", summary: "Has one dog.", options: [isPage], actions: edit)

    private static let values: [String: FieldValue] = ["name": "Rex", "legs": 4, "note": "Shy"]
    private static let identity: [String: FieldValue] = ["id": "1", "revision": 7]

    static var page: Screen {
        let form = FormElement(id: "record", of: edit, values: values.merging(identity) { $1 })
        return Screen(
            title: "Rex", phase: .ready, elements: [.form(form)], up: FeatureLink(feature: "yard", title: "Yard"))
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let row = Row(
            id: "1", title: "Rex", values: Self.values, buttons: [Button(Self.edit, arguments: Self.identity)])
        let list = Screen(title: "Yard", phase: .ready, elements: [.list(id: "dogs", rows: [row])])
        let screen = try options[Self.isPage] ? Self.page : list
        return Scene(owning: stage, start: { stage.screen = screen })
            .on(Self.edit) { input in
                let given = input.changed.sorted().map { "\($0)=\(input.values[$0]?.description ?? "nothing")" }
                let rest = input.values.filter { !input.changed.contains($0.key) }.sorted { $0.key < $1.key }
                    .map { "\($0.key)=\($0.value)" }
                let form = rest.isEmpty ? "" : "; from the form: \(rest.joined(separator: " "))"
                stage.announce(Notice(given.joined(separator: " ") + form, tone: .positive))
            }
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

/// Tests of links that open a form at their place.
@Suite("Links that begin a form", .timeLimit(.minutes(5)))
struct BegunFormTests {
    @Test("In a terminal, the place opens with the form, and a form that the place lacks is told")
    func terminal() async {
        let terminal = TestTerminal()
        let recorder = RecordingConsole(terminals: [.output], environment: ["TERM": "xterm"])
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } }, takeTerminal: { _ in terminal.terminal })
        let (program, clock) = (CommandLineProgram<PorchHost>(console: console), recorder.clock)
        async let status = program.run(["launch", "porch"])
        await terminal.waitFor("Invite a guest", moving: clock)
        for (keys, shown) in [
            ("\t\r", "Text of 1 to 40"), ("Kim\r\r", "table 3"), ("\u{7F}", "Ring the bell"), ("\t\r", "not available"),
        ] {
            clock.move(by: .milliseconds(20))
            terminal.type(keys)
            await terminal.waitFor(shown, moving: clock)
        }
        terminal.type("\u{3}")
        #expect(await status == .done)
    }

    private func converse(_ lines: String...) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        #expect(await CommandLineProgram<PorchHost>(console: console).run(["launch", "porch"]) == .done)
        return recorder.text(.output)
    }

    @Test("Line by line, the place asks for the form first")
    func lines() async {
        let output = await converse("1", "Kim", "", "q", "q")
        #expect(output.contains("Invite a guest\n"))
        #expect(output.contains("Kim at table 3"))
        let ring = await converse("2", "q", "q")
        #expect(ring.contains("✗ This form is not available here."))
        #expect(!ring.contains("rang"))
    }

    @Test("A printed screen shows the command that performs the action")
    func command() async {
        let output = await run(["launch", "porch"], as: PorchHost.self).output
        #expect(output.contains("porches perform guests invite name=NAME table=3\n"))
    }
}

/// A host of a feature with links that begin forms of another one.
private enum PorchHost: CommandLineHost {
    static let name = "porches"
    static let version = "0"
    static let summary = "Receives guests."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([PorchFeature(), GuestsFeature()]) }
}

private struct PorchFeature: Feature {
    static let manifest = FeatureManifest(id: "porch", title: "Porch", summary: "Leads in.")

    func launch(on stage: Stage, options: Options) throws -> Scene {
        func link(_ id: String, _ title: String) -> Element {
            .link(id: id, title, opens: FeatureLink(feature: "guests", options: ["table": 3], begins: id))
        }
        return Scene(owning: stage) {
            stage.screen.elements = [link("invite", "Invite a guest"), link("ring", "Ring the bell")]
            stage.screen.phase = .ready
        }
    }
}

private struct GuestsFeature: Feature {
    static let table = Field<Int>("table", "Table", range: 1...9, default: 1)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let invite = Action("invite", "Invite", effect: .adds, fields: name, table)
    static let ring = Action("ring", "Ring")
    static let manifest = FeatureManifest(
        id: "guests", title: "Guests", summary: "Lists guests.", options: [table], actions: invite, ring)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let table = try options[Self.table]
        let scene = Scene(owning: stage) {
            stage.screen.buttons = [Button(Self.invite, values: ["table": .integer(table)]), Button(Self.ring)]
            stage.screen.phase = .ready
        }
        return
            scene
            .on(Self.invite) { input in
                let words = "\(try input[Self.name]) at table \(try input[Self.table])"
                stage.screen.elements = [.text(id: "guest", words)]
            }
            .on(Self.ring) { _ in stage.announce(Notice("rang")) }
    }
}

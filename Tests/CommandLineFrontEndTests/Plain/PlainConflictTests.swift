import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("Refused answers and conflicts in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainConflictTests {
    private func converse(_ mood: String = "", typing lines: String...) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        _ = await CommandLineProgram<StallHost>(console: console)
            .run(["launch", "stall", "--set", "mood=\(mood)", "--color", "never"])
        return recorder.text(.output)
    }

    @Test("A refused answer is not offered again, but the value before it or nothing")
    func refused() async {
        // The rule refuses the empty text, and the presenter refuses "Rex".
        let output = await converse(typing: "1", "rename", "Rexxxxxxxxxxxxxxxx", "Rex", "Zeus", "q")
        let questions = output.matches(of: #/Name \(.*?\)( \[.*?\])?: /#).map { String($0.output.1 ?? "") }
        #expect(questions == [" [Alfred]", " [Alfred]", " [Alfred]"])
        #expect(output.contains("✗ Name: the name is taken\n") && output.contains("Changed: 1. Zeus\n"))
    }

    @Test("If the value with which the form began is refused, nothing is offered")
    func refusedSaved() async {
        let output = await converse("touchy", typing: "1", "rename", "", "", "Zeus", "q")
        let questions = output.matches(of: #/Name \(.*?\)( \[.*?\])?: /#).map { String($0.output.1 ?? "") }
        #expect(questions == [" [Alfred]", "", ""])
        #expect(output.contains("✗ Name: the name is taken\n") && output.contains("✗ Name: Enter a name.\n"))
        #expect(output.contains("Changed: 1. Zeus\n"))
    }

    @Test(
        "If another person has changed the record, the view asks which value to send",
        arguments: ["k", "mine", "keep mine", "t", "theirs", "Take theirs"])
    func conflict(answer: String) async {
        let output = await converse("contested", typing: "1", "rename", "Zeus", "x", answer, "q")
        #expect(output.contains("✗ the record has changed\n"))
        #expect(
            output.contains(
                "Name: Changed by another person. Keep mine: “Zeus”. Take theirs: “Bert”. k or t: Type k to keep mine or t"
            ))
        #expect(output.contains("rename 1 to \(answer.lowercased().hasPrefix("t") ? "Bert" : "Zeus") at 2\n"))
    }

    @Test("A conflict that is not decided keeps the text, and the form begins with it again")
    func undecided() async {
        let output = await converse("contested", typing: "1", "rename", "Zeus", ".", "1", "rename", "k", "", "q")
        #expect(output.contains("Your text is kept. Choose “Rename” again to go on.\n"))
        #expect(output.contains("Rename (draft)\n") && output.contains("[Zeus]: "))
        #expect(output.contains("rename 1 to Zeus at 2\n"))
    }

    @Test("If only other values have changed, the view asks whether to send the text", arguments: [true, false])
    func otherValues(isSent: Bool) async {
        let output = await converse("aging", typing: "1", "rename", "Zeus", isSent ? "y" : "n", "q")
        #expect(output.contains("The record has changed meanwhile. Send your text? y or n [n]: "))
        #expect(output.contains("rename 1 to Zeus at 2\n") == isSent)
        #expect(output.contains("Your text is kept.") != isSent)
    }

    @Test("A failed action keeps the text")
    func failed() async {
        let output = await converse(
            "failing", typing: "1", "rename", "Zeus", "1", "rename", ".", "1", "rename", ".", "q")
        #expect(output.contains("✗ out of luck\nYour text is kept. Choose “Rename” again to go on.\n"))
        #expect(output.contains("Rename (draft)\n") && output.contains("[Zeus]: "))
        // A cancelled form forgets it.
        #expect(output.matches(of: #/\(draft\)/#).count == 1)
    }

    @Test("A field of a form in place offers the last valid text again")
    func inPlace() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(["fill", "2026-13-44", ".", "q"])
        _ = await CommandLineProgram<DeskHost>(console: console).run(["launch", "desk", "--color", "never"])
        #expect(recorder.text(.output).matches(of: #/Leave \(.*?\) \[2026-12-04\]: /#).count == 2)
        #expect(!recorder.text(.output).contains("[2026-13-44]"))
    }

    @Test("A question mark in the menu of a row explains the menu")
    func help() async {
        let output = await converse(typing: "1", "?", "", "q")
        #expect(
            output.contains("Type the number of a line, its letter or the beginning of its name, and press Enter.\n"))
        #expect(output.contains("Press Enter alone to go back.\nNumber, or Enter to go back: "))
    }

    @Test(
        "With --plain, answers come from a pipe, also if the output is no terminal; without it the screen is printed",
        arguments: [true, false])
    func piped(isPlain: Bool) async {
        let recorder = RecordingConsole()
        var console = recorder.console
        console.input = .typing(["1", "rename", "Zeus"])
        console.input.isTerminal = { false }
        let status = await CommandLineProgram<StallHost>(console: console)
            .run(["launch", "stall"] + (isPlain ? ["--plain"] : []))
        #expect(status == .done)
        #expect(recorder.text(.output).contains("rename 1 to Zeus at 1\n") == isPlain)
        #expect(recorder.text(.output).contains("stalls perform stall rename") != isPlain)
        // A person at a keyboard whose output goes elsewhere sees no questions.
        let other = RecordingConsole()
        console = other.console
        console.input = .typing(["q"])
        _ = await CommandLineProgram<StallHost>(console: console).run(["launch", "stall", "--plain"])
        #expect(!other.text(.output).contains("Number"))
    }
}

private enum StallHost: CommandLineHost {
    static let name = "stalls"
    static let version = "0"
    static let summary = "Has one dog."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([StallFeature()]) }
}

/// A feature with one dog, which another person changes when it is renamed for the first time.
private struct StallFeature: Feature {
    static let mood = Field<String>("mood", "Mood", length: 0...20, default: "")
    static let id = Field<String>("id", "Id").role(.row)
    static let name = Field<String>("name", "Name", length: 1...10)
    static let revision = Field<Int?>("revision", "Revision").role(.revision)
    static let rename = Action("rename", "Rename", fields: id, name, revision)
    static let manifest = FeatureManifest(
        id: "stall", title: "Stall", summary: "Has one dog.", options: [mood], actions: rename)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let stall = Stall(stage, mood: try options[Self.mood])
        return Scene(owning: stall, start: { stall.draw() })
            .on(Self.rename) { input in
                try stall.rename(to: input[Self.name], at: input[Self.revision] ?? 0)
            }
    }

    final class Stall {
        let (stage, mood): (Stage, String)
        var (name, age, revision) = ("Alfred", 1, 1)

        init(_ stage: Stage, mood: String) { (self.stage, self.mood) = (stage, mood) }

        func draw() {
            let button = Button(StallFeature.rename, arguments: ["id": "1", "revision": .integer(revision)])
            let row = Row(
                id: "1", title: name, values: ["name": .text(name), "age": .integer(age)], buttons: [button])
            stage.screen = Screen(title: "Stall", phase: .ready, elements: [.list(id: "dogs", rows: [row])])
        }

        func rename(to new: String, at seen: Int) throws {
            if mood == "failing" { throw FeatureError(.serviceUnavailable, "out of luck") }
            if new == "Rex" || mood == "touchy" && new == name {
                throw InputRefused(StallFeature.name, "the name is taken")
            }
            if revision == 1, mood == "contested" || mood == "aging" {
                if mood == "contested" { name = "Bert" } else { age = 2 }
                revision = 2
            }
            guard seen == revision else {
                draw()
                throw InputRefused(["id": "the record has changed"])
            }
            stage.announce(Notice("rename 1 to \(new) at \(seen)"))
            (name, revision) = (new, revision + 1)
            draw()
        }
    }
}

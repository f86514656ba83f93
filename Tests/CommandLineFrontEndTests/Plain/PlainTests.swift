import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Synchronization
import TerminalKit
import Testing

@Suite("The line-by-line view", .timeLimit(.minutes(5)))
struct PlainTests {
    /// Runs a command whose input consists of the given lines.
    private func converse(
        _ arguments: String..., typing lines: [String], environment: [String: String] = ["TERM": "xterm"]
    ) async -> Ending {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: environment)
        var console = recorder.console
        console.input = .typing(lines)
        let status = await CommandLineProgram<KennelHost>(console: console).run(arguments)
        return Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
    }

    @Test("The view writes the screen once and gives each choice a number")
    func screen() async {
        #expect(
            await converse("launch", "kennel", "--plain", "--color", "never", typing: ["q"])
                == Ending(
                    code: 0,
                    output: """
                        Kennel: loading…

                        Kennel
                        2 rows
                        1. Alfred Labrador, 1
                        2. 김철수 Bulldog, 5
                        3. Refresh (r)
                        4. Adopt a dog (n)
                        5. Fail
                        6. Another feature…
                        Number, ? for more, q to leave:
                        """ + " ", errors: ""))
    }

    @Test("ACCESSIBLE or a dumb terminal selects the line-by-line view, which never repaints")
    func environment() async {
        for environment in [["TERM": "xterm", "ACCESSIBLE": "1"], ["TERM": "dumb"], [:]] {
            let ending = await converse("launch", "kennel", "--color", "never", typing: ["q"], environment: environment)
            #expect(ending.output.contains("1. Alfred"))
            #expect(!ending.output.contains("\u{1B}") && !ending.output.contains("\r"))
        }
    }

    @Test("A form asks line by line, and repeats a question after an invalid answer")
    func form() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never",
            typing: ["4", "", "Rex", "2", "99", "3", "q"])
        #expect(ending.output.contains("Name (text of 1 to 10 characters): "))
        #expect(ending.output.contains("Breed (1 Bulldog, 2 Labrador) [Labrador]: "))
        #expect(ending.output.contains("✗ Name: Enter a name.\n"))
        #expect(ending.output.contains("✗ Age: Enter a whole number from 0 to 30.\n"))
        #expect(ending.output.contains("✓ Rex moved in\n"))
        // The view repeated the question after each invalid answer.
        let questions = ending.output.matches(of: /(Name|Breed|Age) \(/).map { String($0.output.1) }
        #expect(questions == ["Name", "Name", "Breed", "Age", "Age"])
        #expect(ending.output.contains("7. Rex Labrador, 3\n"))
        #expect(ending.code == 0)
    }

    @Test("An invalid choice is reported, a full stop cancels a question, and the end of the input closes the view")
    func mistakes() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never", typing: ["99", "zebra", "?", "4", "."])
        #expect(ending.output.contains("“99” is not a choice; type the number of a line\n"))
        #expect(ending.output.contains("Cancelled.\n"))
        #expect(ending.output.hasSuffix("q to leave: \n"))
        #expect(ending.code == 0)
    }

    @Test func `Rows and actions keep their numbers when other rows appear or disappear`() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never", typing: ["4", "Rex", "2", "3", "-", "show", "3", "q"])
        #expect(
            ending.output.contains(
                """
                Kennel
                3 rows
                1. Alfred Labrador, 1
                2. 김철수 Bulldog, 5
                7. Rex Labrador, 3
                3. Refresh (r)
                4. Adopt a dog (n)
                5. Fail
                6. Another feature…
                """))
        // The number 3 selects the same choice as before.
        #expect(!ending.output.contains("This row has no actions."))
    }

    @Test("The view writes a screen in reading order, and writes rows at the position of their list")
    func order() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { _ in throw TerminalError.failed("not this time") })
        _ = await CommandLineProgram<LedgerHost>(console: console).run(["launch", "ledger"])
        #expect(
            recorder.text(.output).contains(
                """

                Ledger

                  Open
                2 rows
                1. Milk
                2. Bread

                  Paid
                1 row
                3. Eggs
                Number
                """))
    }

    @Test("A failed action reports its reason, and the view asks for the next choice")
    func failing() async {
        let ending = await converse("launch", "kennel", "--plain", "--color", "never", typing: ["5", "q"])
        #expect(ending.output.contains("✗ out of luck\n"))
        #expect(ending.code == 0)
    }

    @Test("The user can open another feature and go back")
    func features() async {
        let ending = await converse("launch", "kennel", "--plain", "--color", "never", typing: ["6", "1", "q", "q"])
        #expect(ending.output.contains("Gallery: One of everything."))
        #expect(ending.output.contains("Hung."))
        #expect(ending.output.contains("q to go back"))
        #expect(ending.code == 0)
    }

    @Test("If the full screen is not available, launch asks line by line")
    func untakable() async {
        let ending = await converse("launch", "kennel", "--color", "never", typing: ["q"])
        #expect(ending.output.contains("1. Alfred"))
    }

    @Test("If the launch fails, the line-by-line view ends with the same exit code as a launch without a terminal")
    func unlaunchable() async {
        #expect(await converse("launch", "kennel", "--plain", "--set", "mood=missing", typing: []).code == 66)
    }

    @Test(
        "Options that request printed output have the same effect on a terminal",
        arguments: ["--json", "--all", "--timeout=5s", "--fields=title"])
    func printed(option: String) async {
        let ending = await converse("launch", "kennel", option, typing: ["q"])
        #expect(ending.code == 0)
        #expect(!ending.output.contains("Number"))
    }

    /// Runs the feature workshop with an input that consists of the given lines.
    private func order(_ arguments: String..., typing lines: [String]) async -> (ending: Ending, echoes: [Bool]) {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "xterm"])
        let echoes = Mutex<[Bool]>([])
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true },
            lines: {
                AsyncStream { continuation in
                    lines.forEach { continuation.yield($0) }
                    continuation.finish()
                }
            }, takeTerminal: { _ in throw TerminalError.failed("not this time") },
            echo: { isOn in echoes.withLock { $0.append(isOn) } })
        let status = await CommandLineProgram<WorkshopHost>(console: console).run(arguments)
        let ending = Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
        return (ending, echoes.withLock(\.self))
    }

    @Test func `The view asks for a required option before it launches the feature`() async {
        let ending = await order(
            "launch", "workshop", "--plain", "--color", "never", typing: ["1", "", "North", "q"]
        ).ending
        #expect(ending.output.contains("It needs these options: Site.\n"))
        #expect(ending.output.contains("1. Start Workshop (n)\n"))
        #expect(ending.output.contains("Site (text of 1 to 20 characters): "))
        #expect(ending.output.contains("✗ Site: Enter a site.\n"))
        #expect(ending.output.contains("  North:"))
        #expect(ending.code == 0)
    }

    @Test func `Questions accept several lines, lists, choices and secrets, and a typed secret is not echoed`() async {
        let (ending, echoes) = await order(
            "launch", "workshop", "--plain", "--color", "never", "--set", "site=North",
            typing: ["1", "one", "", "two", ".", "7", "35", "", "x", "y", ".", "1, bl", "hunter2", "q"])
        #expect(ending.output.contains("Note, line 2: "))
        #expect(ending.output.contains("✗ Volume: Enter a whole number from 0 to 100 in steps of 5.\n"))
        #expect(ending.output.contains("Labels (any of 1 Red, 2 Green, 3 Blue, with commas; - for none): "))
        #expect(ending.output.contains("one//two | 35 | 0.0 | x+y | Red+Blue | 7\n"))
        #expect(!ending.output.contains("hunter"))
        #expect(echoes == [false, true, true])
    }
}

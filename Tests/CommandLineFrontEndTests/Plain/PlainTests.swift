import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("Line by line", .timeLimit(.minutes(5)))
struct PlainTests {
    /// Runs a command as somebody who types these lines and then nothing more.
    private func converse(
        _ arguments: String..., typing lines: [String], environment: [String: String] = ["TERM": "xterm"]
    ) async -> Ending {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: environment)
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true },
            lines: {
                AsyncStream { continuation in
                    lines.forEach { continuation.yield($0) }
                    continuation.finish()
                }
            }, takeTerminal: { throw TerminalError.failed("not this time") })
        let status = await CommandLineProgram<KennelHost>(console: console).run(arguments)
        return Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
    }

    @Test("The screen is written once, with a number for everything that can be chosen")
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
                        3. Refresh
                        4. Adopt a dog
                        5. Fail
                        6. Another feature…
                        Number, ? for more, q to leave:
                        """ + " ", errors: ""))
    }

    @Test("ACCESSIBLE and a dumb terminal ask for it as well, and no byte repaints anything")
    func environment() async {
        for environment in [["TERM": "xterm", "ACCESSIBLE": "1"], ["TERM": "dumb"], [:]] {
            let ending = await converse("launch", "kennel", "--color", "never", typing: ["q"], environment: environment)
            #expect(ending.output.contains("1. Alfred"))
            #expect(!ending.output.contains("\u{1B}") && !ending.output.contains("\r"))
        }
    }

    @Test("A form is asked for line by line; each answer is checked when it is given, and asked for again")
    func form() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never",
            typing: ["4", "", "Rex", "2", "99", "3", "q"])
        #expect(ending.output.contains("Name (text of 1 to 10 characters): "))
        #expect(ending.output.contains("Breed (1 Bulldog, 2 Labrador) [Labrador]: "))
        #expect(ending.output.contains("✗ Name: expected text of 1 to 10 characters, got \"\"\n"))
        #expect(ending.output.contains("✗ Age: expected a whole number from 0 to 30, got 99\n"))
        #expect(ending.output.contains("✓ Rex moved in\n"))
        // What was refused was asked for again at once.
        let questions = ending.output.matches(of: /(Name|Breed|Age) \(/).map { String($0.output.1) }
        #expect(questions == ["Name", "Name", "Breed", "Age", "Age"])
        #expect(ending.output.contains("7. Rex Labrador, 3\n"))
        #expect(ending.code == 0)
    }

    @Test("What is no choice is said, a full stop cancels, and the end of the input leaves")
    func mistakes() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never", typing: ["99", "zebra", "?", "4", "."])
        #expect(ending.output.contains("“99” is no choice; choose a number that stands before a line\n"))
        #expect(ending.output.contains("Cancelled.\n"))
        #expect(ending.output.hasSuffix("q to leave: \n"))
        #expect(ending.code == 0)
    }

    @Test("A number stays with its row and its action when rows come and go")
    func numbers() async {
        let ending = await converse(
            "launch", "kennel", "--plain", "--color", "never", typing: ["4", "Rex", "2", "3", "3", "q"])
        #expect(
            ending.output.contains(
                """
                Kennel
                3 rows
                1. Alfred Labrador, 1
                2. 김철수 Bulldog, 5
                7. Rex Labrador, 3
                3. Refresh
                4. Adopt a dog
                5. Fail
                6. Another feature…
                """))
        // 3 is what it was before.
        #expect(!ending.output.contains("There is nothing to do with it."))
    }

    @Test("What a screen says is read in its order, rows where their list stands")
    func order() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { throw TerminalError.failed("not this time") })
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

    @Test("An action that fails says why, and the conversation goes on")
    func failing() async {
        let ending = await converse("launch", "kennel", "--plain", "--color", "never", typing: ["5", "q"])
        #expect(ending.output.contains("✗ out of luck\n"))
        #expect(ending.code == 0)
    }

    @Test("Another feature is opened and gone back from")
    func features() async {
        let ending = await converse("launch", "kennel", "--plain", "--color", "never", typing: ["6", "1", "q", "q"])
        #expect(ending.output.contains("Gallery: One of everything."))
        #expect(ending.output.contains("Hung."))
        #expect(ending.output.contains("q to go back"))
        #expect(ending.code == 0)
    }

    @Test("A terminal that cannot be taken is served line by line")
    func untakable() async {
        let ending = await converse("launch", "kennel", "--color", "never", typing: ["q"])
        #expect(ending.output.contains("1. Alfred"))
    }

    @Test("A feature that cannot be launched ends as everywhere")
    func unlaunchable() async {
        #expect(await converse("launch", "kennel", "--plain", "--set", "mood=missing", typing: []).code == 66)
    }

    @Test(
        "Whoever wants it printed gets it printed, terminal or not",
        arguments: ["--json", "--all", "--timeout=5s", "--fields=title"])
    func printed(option: String) async {
        let ending = await converse("launch", "kennel", option, typing: ["q"])
        #expect(ending.code == 0)
        #expect(!ending.output.contains("Number"))
    }
}

import CommandLineFrontEnd
import Synchronization
import Testing

@Suite("The pager", .timeLimit(.minutes(5)))
struct PagingTests {
    /// What a command wrote to the terminal and to the pager.
    private struct Shown: Equatable {
        var code: Int32 = 0
        var terminal = ""
        var pager: String?
        var command: String?
    }

    private func run(
        _ arguments: String..., height: Int? = 3, environment: [String: String] = ["TERM": "xterm"],
        terminals: Set<Console.Stream> = [.output, .error], works: Bool = true
    ) async -> Shown {
        let recorder = RecordingConsole(terminals: terminals, environment: environment)
        let shown = Mutex(Shown())
        var console = recorder.console
        console.terminalHeight = { height }
        console.terminalWidth = { 40 }
        console.showInPager = { bytes, command in
            shown.withLock { ($0.pager, $0.command) = (String(decoding: bytes, as: UTF8.self), command) }
            return works
        }
        let colors = arguments[0] == "man" ? [] : ["--color", "never"]
        let status = await CommandLineProgram<KennelHost>(console: console).run(arguments + colors)
        return shown.withLock { shown in
            (shown.code, shown.terminal) = (status.code, recorder.text(.output))
            return shown
        }
    }

    @Test("Output that is longer than the terminal goes to the pager of the environment, or else to less")
    func long() async {
        let shown = await run("describe", "kennel")
        #expect(shown.terminal.isEmpty && shown.command == "less")
        #expect(shown.pager?.hasPrefix("Kennel") == true)
        let named = await run("launch", "kennel", "--all", environment: ["TERM": "xterm", "PAGER": "most -s"])
        #expect(named.terminal.isEmpty && named.command == "most -s")
        #expect(named.pager?.contains("Alfred") == true)
    }

    @Test("A line that is wider than the terminal counts as several lines")
    func wide() async {
        #expect(await run("launch", "kennel", "--fields", "title,elements", height: 3).pager != nil)
        #expect(await run("launch", "kennel", "--fields", "title", height: 3).pager == nil)
    }

    @Test(
        "Without a terminal, without PAGER, on a dumb terminal and with --no-pager, no pager is used",
        arguments: [
            ["TERM": "xterm", "PAGER": "cat"], ["TERM": "xterm", "PAGER": ""], ["TERM": "dumb"], [:],
        ])
    func none(environment: [String: String]) async {
        let shown = await run("describe", "kennel", environment: environment)
        #expect(shown.pager == nil && shown.terminal.hasPrefix("Kennel"))
        #expect(await run("describe", "kennel", terminals: [.error]).pager == nil)
        #expect(await run("describe", "kennel", "--no-pager").pager == nil)
        #expect(await run("list", "--no-pager", height: 2).pager == nil)
        #expect(await run("man", "--no-pager").pager == nil)
        #expect(await run("launch", "kennel", "--all", height: 100).pager == nil)
        #expect(await run("launch", "kennel", "--watch", "--timeout", "0s").pager == nil)
    }

    @Test("The commands list and man page, and perform never does")
    func commands() async {
        #expect(await run("list", height: 2).pager?.hasPrefix("gallery") == true)
        #expect(await run("man").pager?.hasPrefix(".TH") == true)
        for options in [[], ["--no-pager"], ["--json"]] {
            let recorder = RecordingConsole(terminals: [.output], environment: ["TERM": "xterm"])
            var console = recorder.console
            (console.terminalHeight, console.showInPager) = ({ 2 }, { _, _ in true })
            let status = await CommandLineProgram<KennelHost>(console: console).run(
                ["perform", "kennel", "refresh"] + options)
            #expect(status == .done && recorder.text(.output).contains("Alfred"))
        }
        // The list without options takes another way.
        let recorder = RecordingConsole(terminals: [.output], environment: ["TERM": "xterm"])
        var console = recorder.console
        (console.terminalHeight, console.showInPager) = ({ 2 }, { _, _ in true })
        _ = await CommandLineProgram<KennelHost>(console: console).run(["list"])
        #expect(recorder.text(.output).isEmpty)
    }

    @Test("If the pager cannot be run, the output is written to the terminal")
    func broken() async {
        let shown = await run("describe", "kennel", works: false)
        #expect(shown.pager == shown.terminal)
    }

    @Test("The exit code of a failed screen stays, although the pager showed it")
    func status() async {
        let shown = await run("launch", "kennel", "--set", "mood=failing", "--all", height: 2)
        #expect(shown.code == 1 && shown.pager?.contains("out of luck") == true)
    }
}

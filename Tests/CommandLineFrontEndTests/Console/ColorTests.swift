import CommandLineFrontEnd
import TerminalKit
import Testing

@Suite("Colours", .timeLimit(.minutes(5)))
struct ColorTests {
    @Test(
        "--color overrides NO_COLOR, NO_COLOR overrides CLICOLOR_FORCE, and CLICOLOR_FORCE overrides TERM=dumb",
        arguments: [
            ("auto", false, [:], false), ("auto", true, [:], true), ("always", false, ["NO_COLOR": "1"], true),
            ("never", true, ["CLICOLOR_FORCE": "1"], false), ("auto", true, ["NO_COLOR": "1"], false),
            ("auto", true, ["NO_COLOR": ""], true), ("auto", false, ["NO_COLOR": ""], false),
            ("auto", false, ["CLICOLOR_FORCE": "1"], true),
            ("auto", false, ["CLICOLOR_FORCE": "0"], false), ("auto", false, ["CLICOLOR_FORCE": ""], false),
            ("auto", true, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false), ("auto", true, ["TERM": "dumb"], false),
            ("auto", true, ["TERM": "xterm"], true), ("always", true, ["TERM": "dumb"], true),
        ] as [(String, Bool, [String: String], Bool)])
    func precedence(option: String, isTerminal: Bool, environment: [String: String], isColored: Bool) async {
        let recorder = RecordingConsole(terminals: isTerminal ? [.output] : [], environment: environment)
        let ending = await run("list", "--color", option, on: recorder)
        #expect(ending.output.contains("\u{1B}[") == isColored)
    }

    @Test("The program decides separately whether to colour standard output and standard error")
    func streams() async {
        let recorder = RecordingConsole(terminals: [.error])
        let ending = await run("launch", "kennel", "--set", "mood=failing", on: recorder)
        #expect(!ending.output.contains("\u{1B}"))
        #expect(ending.errors.contains("\u{1B}[31m"))
    }

    @Test(
        "Environment variables decide how many colours are used on a terminal",
        arguments: [
            (["TERM": "xterm"], Color.Depth.sixteen), (["TERM": "xterm-256color"], .indexed),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full), (["TERM": "xterm-kitty"], .full),
            (["TERM": "linux", "COLORTERM": "24bit"], .full), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
            (["TERM": "dumb"], .none), (["TERM": "vt100"], .none), (["TERM": "vt220"], .none),
            (["TERM": "vt100", "COLORTERM": "truecolor"], .none), (["TERM": "ansi-mono"], .none),
            (["TERM": "ansi-m"], .none), (["TERM": "xterm-mono"], .none), (["TERM": "ansi"], .sixteen),
            (["TERM": "vte-256color"], .indexed), (["TERM": "vt100", "CLICOLOR_FORCE": "1"], .sixteen),
        ])
    func depth(environment: [String: String], depth: Color.Depth) {
        #expect(RecordingConsole(terminals: [.output], environment: environment).console.colorDepth == depth)
    }

    @Test(
        "The first of LC_ALL, LC_CTYPE and LANG that has a value decides whether the terminal shows more than ASCII",
        arguments: [
            ([:], Repertoire.unicode), (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii),
            (["LANG": "en_US.UTF-8"], .unicode), (["LANG": "C.utf8"], .unicode), (["LANG": "de_DE"], .unicode),
            (["LANG": "de_DE@euro"], .unicode), (["LANG": "de_DE.ISO-8859-15@euro"], .ascii),
            (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii), (["LC_ALL": "", "LANG": "C.UTF-8"], .unicode),
            (["LC_CTYPE": "C", "LANG": "C.UTF-8"], .ascii), (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], .unicode),
        ])
    func repertoire(environment: [String: String], repertoire: Repertoire) {
        #expect(RecordingConsole(environment: environment).console.repertoire == repertoire)
    }

    @Test(
        "The variable COLORFGBG tells whether the background is light",
        arguments: [
            ("0;15", true), ("15;default;0", false), ("0;7", true), ("7;8", false), ("0;default", nil), ("", nil),
        ])
    func background(value: String, isLight: Bool?) {
        let recorder = RecordingConsole(terminals: [.output], environment: ["COLORFGBG": value])
        #expect(recorder.console.isBackgroundLight == isLight)
    }
}

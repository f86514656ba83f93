import FeatureTesting
import Foundation
import Testing

@Suite("The program on the full screen", .timeLimit(.minutes(5)))
struct TerminalTests {
    /// The control sequences that restore the terminal.
    ///
    /// They show the normal screen and the cursor and stop the mouse reports.
    private static let farewell = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private func launch(_ arguments: String...) throws -> Program {
        // Without this setting, Swift's runtime would examine a crash and ask a question on the terminal.
        try Program(
            file: Program.path, ["launch"] + arguments, output: .wholeTerminal,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Reads the program's output until a text has arrived.
    private func read(_ program: Program, until wanted: String) async -> String {
        var text = ""
        for await piece in program.output {
            text += piece
            if text.contains(wanted) { break }
        }
        return text
    }

    @Test("The launch command uses the full screen, handles keys and restores the terminal")
    func leaving() async throws {
        let program = try launch("doggy", "--set", "source=sample")
        let text = await read(program, until: "Lucky Labrador")
        #expect(text.hasPrefix("\u{1B}[?1049h"))
        program.type("q")
        #expect(await read(program, until: Self.farewell).hasSuffix(Self.farewell))
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
    }

    @Test("The launch command without options uses the full screen and the database from the environment")
    func bareLaunch() async throws {
        let program = try launch("doggy")
        _ = await read(program, until: "Lucky Labrador")
        program.type("q")
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
        let unknown = try launch("dogy")
        #expect(await read(unknown, until: "'doggy'").contains("there is no feature \"dogy\""))
        #expect(await unknown.wait() == .exit(64))
    }

    @Test("The program asks for mouse reports, and not with --no-mouse")
    func mouse() async throws {
        for (arguments, isAsked) in [(["doggy"], true), (["doggy", "--no-mouse"], false)] {
            let program = try Program(
                file: Program.path, ["launch"] + arguments, output: .wholeTerminal,
                environment: ["SWIFT_BACKTRACE": "enable=no"])
            let text = await read(program, until: "Lucky Labrador")
            #expect(text.contains("\u{1B}[?1002h") == isAsked)
            program.type("q")
            #expect(await program.wait() == .exit(0))
        }
    }

    @Test("The first screen is painted at once, even if the feature is slow")
    func firstPaint() async throws {
        let program = try launch("doggy", "--set", "latency=1h")
        _ = await read(program, until: "Loading…")
        program.type("\u{3}")
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
    }

    @Test(
        "A signal ends the program and restores the terminal",
        arguments: [
            (SIGINT, .exit(130)), (SIGTERM, .exit(143)), (SIGHUP, .exit(129)), (SIGSEGV, .signal(SIGSEGV)),
            (SIGABRT, .signal(SIGABRT)), (SIGQUIT, .signal(SIGQUIT)),
        ] as [(Int32, Program.End)])
    func signals(signal: Int32, end: Program.End) async throws {
        let program = try launch("doggy", "--set", "source=sample")
        _ = await read(program, until: "Lucky Labrador")
        #expect(program.modes != Self.usual)
        program.send(signal)
        #expect(await read(program, until: Self.farewell).hasSuffix(Self.farewell))
        #expect(await program.wait() == end)
        #expect(program.modes == Self.usual)
    }

    @Test("Many signals at once end the program and restore the terminal", arguments: 0..<4)
    func storm(seed: Int) async throws {
        let program = try launch("doggy", "--set", "source=sample")
        // In some runs the signals arrive before the first output. In other runs they arrive after the first control
        // sequence or after the first rows.
        if seed > 0 { _ = await read(program, until: seed == 1 ? "?1049h" : "Lucky Labrador") }
        for signal in [SIGTERM, SIGHUP, SIGTERM, SIGINT] { program.send(signal) }
        let end = await program.wait()
        #expect(end != .exit(0))
        #expect(program.modes == Self.usual)
    }

    @Test("Stopping the program restores the terminal, and continuing shows the full screen again")
    func stopping() async throws {
        let program = try launch("doggy", "--set", "source=sample")
        _ = await read(program, until: "Lucky Labrador")
        try #require(program.hasOwnGroup)
        for _ in 0..<2 {
            program.type("\u{1A}")
            _ = await read(program, until: Self.farewell)
            await eventually { program.isStopped }
            #expect(program.modes == Self.usual)
            program.send(SIGCONT)
            let text = await read(program, until: "Lucky Labrador")
            #expect(program.modes != Self.usual)
            // The sequence occurs once, although two threads handle the continuation.
            #expect(text.ranges(of: "\u{1B}[?1049h").count == 1)
        }
        program.type("q")
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
    }

    @Test("The program survives many size changes and keys, and Ctrl-C ends it", arguments: 0..<3)
    func keys(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let program = try launch("doggy", "--set", "source=sample")
        _ = await read(program, until: "Lucky Labrador")
        let draining = Task { for await _ in program.output {} }
        let keys = Array("jkmgG/:? 1234nahr\r\t\u{7F}\u{10}\u{13}한é".utf8) + [0x1B, 0x5B, 0x41, 0x42, 0x1B, 0xFF]
        for _ in 0..<200 {
            program.type((0..<10).map { _ in keys.randomElement(using: &random) ?? 0x20 })
            program.resize(columns: .random(in: 1...200, using: &random), lines: .random(in: 1...60, using: &random))
        }
        // These bytes end any unfinished escape sequence or paste, then press Ctrl-C. The first one asks about typed
        // text.
        program.type("\u{18}\u{1B}[201~\u{3}\u{3}")
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
        draining.cancel()
    }

    @Test("The command launch --plain asks line by line and leaves the modes of the terminal unchanged")
    func plain() async throws {
        let program = try launch("doggy", "--plain", "--set", "source=sample")
        let text = await read(program, until: "q to leave: ")
        #expect(text.contains("1. Dog: Alfred Labrador, Age: 1"))
        #expect(!text.contains("\u{1B}[?"))
        #expect(program.modes == Self.usual)
        program.type("q\n")
        #expect(await program.wait() == .exit(0))
    }

    @Test("Long output goes through the pager, and a pager that ends early is no error")
    func pager() async throws {
        for (pager, wanted) in [("sed 's/^/> /'", "\r\n> "), ("head -n 1", "Doggies"), ("no-such-pager", "Doggies")] {
            let program = try Program(
                "describe", "doggy", output: .wholeTerminal, environment: ["TERM": "xterm", "PAGER": pager])
            let text = await read(program, until: wanted)
            #expect(text.contains(wanted), "\(pager)")
            #expect(await program.wait() == .exit(0), "\(pager)")
        }
    }

    @Test("The command launch without a feature offers the features, and Enter launches one")
    func catalogue() async throws {
        let program = try launch()
        _ = await read(program, until: "Starts and pauses")
        program.type("j\r")
        _ = await read(program, until: "Start Game")
        program.type("\u{3}")
        #expect(await program.wait() == .exit(0))
        #expect(program.modes == Self.usual)
    }

    /// The modes of a new terminal.
    private static let usual: [UInt32] = {
        let program = try? Program(file: "/bin/true", [], output: .wholeTerminal)
        return program?.modes ?? []
    }()

    @Test(
        "The shell accepts the completion script",
        arguments: [("bash", "/bin/bash"), ("zsh", "/usr/bin/zsh"), ("fish", "/usr/bin/fish")])
    func scripts(shell: String, path: String) async throws {
        guard FileManager.default.isExecutableFile(atPath: path) else { try Test.cancel("\(path) is not installed") }
        let (end, script, _) = try await Program("--generate-completion-script", shell).finish()
        #expect(end == .exit(0))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).\(shell)")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (checked, _, errors) = try await Program(file: path, ["-n", file.path]).finish()
        #expect(checked == .exit(0), "\(errors)")
        #expect(errors.isEmpty)
    }

    @Test("The man program formats the manual page without a warning")
    func manual() async throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/man") else {
            try Test.cancel("/usr/bin/man is not installed")
        }
        let (_, page, _) = try await Program("man").finish()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).1")
        try page.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (end, text, errors) = try await Program(
            file: "/usr/bin/man", ["--warnings", "-l", file.path], environment: ["MANPAGER": "cat", "MANWIDTH": "100"]
        ).finish()
        #expect(end == .exit(0), "\(errors)")
        #expect(errors == "")
        #expect(text.contains("featurehost launch"))
    }
}

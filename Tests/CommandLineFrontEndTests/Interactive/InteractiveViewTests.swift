import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("The interactive view", .timeLimit(.minutes(5)))
struct InteractiveViewTests {
    private let terminal = TestTerminal()
    private let clock = ManualClock()

    private func view(_ mood: KennelFeature.Mood = .ready) -> InteractiveView {
        let source = SessionSource(KennelFeature(), options: ["mood": .text(mood.rawValue)], clock: clock)
        return view(of: source)
    }

    private func view(of source: any ScreenSource) -> InteractiveView {
        InteractiveView(
            on: terminal.terminal, depth: .none, clock: clock, source: source,
            catalogue: [KennelFeature.manifest, GalleryFeature.manifest]
        ) { [clock] link in
            guard link.feature == "gallery" else { throw FeatureError(.unknownFeature, "there is none") }
            return SessionSource(GalleryFeature(), options: [:], clock: clock)
        }
    }

    @Test("The view paints before the first frame arrives")
    func firstPaint() async throws {
        let latch = Latch()
        let source = SessionSource(KennelFeature(), options: [:], clock: clock) { await latch.wait() }
        let (view, terminal, clock) = (view(of: source), terminal, clock)
        async let ending: Void = view.run()
        let first = await terminal.waitFor("Loading…")
        #expect(first.contains("Kennel"))
        #expect(first.hasPrefix("\u{1B}[?2026h"))
        #expect(first.hasSuffix("\u{1B}[?2026l"))
        latch.open()
        await terminal.waitFor("Alfred", moving: clock)
        terminal.type("q")
        try await ending
        #expect(terminal.isClosed)
    }

    @Test("The first rows are painted at once, although the view has just painted")
    func firstRows() async throws {
        let (view, terminal) = (view(), terminal)
        async let ending: Void = view.run()
        // The clock stands still, so a paint that waits for the next frame never comes.
        await terminal.waitFor("Alfred")
        terminal.type("\u{3}")
        try await ending
    }

    @Test("A user adopts a dog with the keyboard, and the view restores the terminal at the end")
    func adopting() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        async let ending: Void = view.run()
        await terminal.waitFor("Alfred", moving: clock)
        for (keys, shown) in [(":", "type to find"), ("adopt\r", "Adopt a dog"), ("Rex\t\t3\u{13}", "Rex moved in")] {
            clock.move(by: .milliseconds(20))
            terminal.type(keys)
            await terminal.waitFor(shown, moving: clock)
        }
        // The form may take a "q" as text while it waits for the end of the action, so press Ctrl-C.
        terminal.type("\u{3}")
        try await ending
        #expect(terminal.isClosed)
    }

    @Test("The view asks the terminal for its background after the first paint, and puts copied rows on its clipboard")
    func colours() async throws {
        let source = SessionSource(
            KennelFeature(), options: ["mood": .text(KennelFeature.Mood.ready.rawValue)], clock: clock)
        let view = InteractiveView(
            on: terminal.terminal, depth: .full, clock: clock, source: source, catalogue: [KennelFeature.manifest],
            asksBackground: true
        ) { _ in throw FeatureError(.unknownFeature, "there is none") }
        let (terminal, clock) = (terminal, clock)
        async let ending: Void = view.run()
        // The rows may be painted before this test waits, so it reads the title, the question and the rows in one text.
        let shown = await terminal.waitFor("Alfred", moving: clock)
        let question = try #require(shown.firstRange(of: "]11;?"))
        #expect(shown[..<question.lowerBound].contains("Kennel"))
        #expect(!shown[..<question.lowerBound].contains("Alfred"))
        terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\y")
        await terminal.waitFor("]52;c;", moving: clock)
        terminal.type("q")
        try await ending
    }

    @Test("A signal ends the view, and the view restores the terminal", arguments: [Int32(2), 15, 1])
    func signals(number: Int32) async throws {
        let (view, terminal) = (view(), terminal)
        async let ending: Void = view.run()
        await terminal.waitFor("Kennel")
        terminal.send(number == 1 ? .hungUp : .interrupted(signal: number))
        do {
            try await ending
            Issue.record("the view ended without the error for the signal")
        } catch let error as CommandLineError {
            #expect(ExitStatus(of: error, in: ThrowCommand.self) == .interrupted(by: number))
        }
        #expect(terminal.isClosed)
    }

    @Test("After a signal, the view writes nothing more to the restored terminal")
    func signalBetweenEvents() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        let ending = Task { try await view.run() }
        await terminal.waitFor("Alfred", moving: clock)
        clock.move(by: .milliseconds(20))
        terminal.type("?")
        terminal.send(.interrupted(signal: 2))
        terminal.resize(40, 12)
        await #expect(throws: CommandLineError.self) { try await ending.value }
        #expect(terminal.isClosed)
        #expect(terminal.writingCountAfterClose == 0)
    }

    @Test("A feature that cannot be launched ends the view with the error of the launch")
    func unlaunchable() async throws {
        let (view, terminal) = (view(.missing), terminal)
        await #expect(throws: FeatureError.self) { try await view.run() }
        #expect(terminal.isClosed)
    }

    @Test("All events within a sixtieth of a second cause only one paint")
    func frameRate() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        async let ending: Void = view.run()
        await terminal.waitFor("live", moving: clock)
        clock.move(by: .seconds(1))
        let before = terminal.writingCount
        terminal.type("j")
        await terminal.waitFor("❯")
        for _ in 0..<20 { terminal.type("kj") }
        terminal.type("?")
        // The view paints nothing more until the clock advances.
        await clock.advance(by: .milliseconds(16))
        await terminal.waitFor("Keys")
        #expect(terminal.writingCount <= before + 3)
        terminal.type("\u{3}")
        try await ending
    }

    @Test("A lone escape byte counts as the Escape key after a delay and goes back")
    func escape() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        async let ending: Void = view.run()
        await terminal.waitFor("Kennel")
        terminal.type("?")
        await terminal.waitFor("Keys", moving: clock)
        terminal.type("\u{1B}")
        await terminal.waitFor("help", moving: clock)
        terminal.type("q")
        try await ending
    }

    @Test("The view paints all cells again after the program was stopped and after the size has changed")
    func repainting() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        async let ending: Void = view.run()
        await terminal.waitFor("Kennel")
        terminal.type("\u{1A}")
        await terminal.waitForSuspensions(1)
        clock.move(by: .milliseconds(20))
        terminal.send(.resumed)
        await terminal.waitFor("\u{1B}[2J")
        clock.move(by: .milliseconds(20))
        terminal.resize(40, 12)
        clock.move(by: .milliseconds(20))
        await terminal.waitFor("\u{1B}[2J", moving: clock)
        terminal.type("q")
        try await ending
    }

    @Test("In a locale without Unicode, the launch command writes only ASCII to the terminal")
    func ascii() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "vt220", "LC_ALL": "C"])
        var console = recorder.console
        let terminal = terminal
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } }, takeTerminal: { _ in terminal.terminal })
        let program = CommandLineProgram<KennelHost>(console: console)
        async let status = program.run(["launch", "kennel"])
        let shown = await terminal.waitFor("Alfred", moving: recorder.clock)
        #expect(shown.utf8.allSatisfy { $0 < 0x80 } && shown.contains("------") && shown.contains(">"))
        #expect(!shown.contains("[0;3") && !shown.contains(";38;"))
        terminal.type("q")
        #expect(await status == .done)
    }

    @Test("The launch command uses the full screen and writes nothing to standard output or standard error")
    func launch() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "xterm"])
        var console = recorder.console
        let terminal = terminal
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } }, takeTerminal: { _ in terminal.terminal })
        let program = CommandLineProgram<KennelHost>(console: console)
        async let status = program.run(["launch", "kennel"])
        let first = await terminal.waitFor("Kennel")
        #expect(!first.contains("\u{1B}[0;1;38;"))
        terminal.type("q")
        #expect(await status == .done)
        #expect(recorder.text(.output) == "" && recorder.text(.error) == "")
    }

    @Test("A link shows its place in the same session or in a new one, and back is a key", arguments: [true, false])
    func places(isCopy: Bool) async throws {
        let source = SessionSource(GuideFeature(), options: isCopy ? ["copy": true] : [:], clock: clock)
        let (terminal, clock) = (terminal, clock)
        let view = InteractiveView(
            on: terminal.terminal, depth: .none, clock: clock, source: source, catalogue: [GuideFeature.manifest]
        ) { SessionSource(GuideFeature(), options: $0.options, clock: clock) }
        async let ending: Void = view.run()
        await terminal.waitFor("Cairo", moving: clock)
        for (keys, shown) in [("j\r", "This is Riga."), ("\u{7F}", "Cairo"), ("\r", "This is Riga.")] {
            clock.move(by: .milliseconds(20))
            terminal.type(keys)
            await terminal.waitFor(shown, moving: clock)
        }
        terminal.type("\u{3}")
        try await ending
    }

    @Test("A linked feature runs in its own session, which ends when the user goes back")
    func following() async throws {
        let (view, terminal, clock) = (view(), terminal, clock)
        async let ending: Void = view.run()
        await terminal.waitFor("Alfred", moving: clock)
        terminal.type(":")
        await terminal.waitFor("type to find", moving: clock)
        terminal.type("gallery\r")
        await terminal.waitFor("Hung.", moving: clock)
        terminal.type("\u{7F}")
        await terminal.waitFor("Alfred", moving: clock)
        terminal.type("q")
        try await ending
    }
}

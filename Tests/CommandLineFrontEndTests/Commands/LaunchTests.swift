import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Foundation
import Testing

@Suite("The launch command", .timeLimit(.minutes(5)))
struct LaunchTests {
    static let screen = """
        Kennel

          Alfred  Labrador, 1
          김철수  Bulldog, 5

          [Refresh]      kennels perform kennel refresh
          [Adopt a dog]  kennels perform kennel adopt name=NAME [breed=BREED] age=AGE [note=NOTE]
          [Fail]         kennels perform kennel fail

        """

    @Test("The launch command waits until the screen has settled and then prints it")
    func screen() async {
        #expect(await run("launch", "kennel") == Ending(code: 0, output: Self.screen, errors: ""))
    }

    @Test("The option --all changes nothing if all rows are already shown")
    func all() async {
        #expect(await run("launch", "kennel", "--all") == Ending(code: 0, output: Self.screen, errors: ""))
    }

    @Test("The suggested commands repeat the options of the launch")
    func options() async {
        #expect(
            await run("launch", "kennel", "--set", "mood=empty")
                == Ending(
                    code: 0,
                    output: """
                        Kennel

                          No dogs yet

                          [Refresh]      kennels perform kennel refresh --set mood=empty
                          [Adopt a dog]  kennels perform kennel adopt name=NAME [breed=BREED] age=AGE [note=NOTE] --set mood=empty
                          [Fail]         kennels perform kennel fail --set mood=empty

                        """, errors: ""))
    }

    @Test("The launch command waits until the feature has loaded")
    func slow() async throws {
        let clock = ManualClock()
        await KennelFeature.$clock.withValue(clock) {
            async let ending = run("launch", "kennel", "--set", "mood=slow")
            await clock.advance(by: .seconds(2))
            #expect(await ending.output.hasPrefix("Kennel\n\n  Alfred"))
        }
    }

    @Test("The command launch --json prints the frame on one line")
    func json() async throws {
        let ending = await run("launch", "kennel", "--json")
        #expect(ending.code == 0)
        #expect(ending.output.count { $0 == "\n" } == 1)
        let frame = try JSONDecoder().decode(Frame.self, from: Data(ending.output.utf8))
        #expect(frame.feature == "kennel")
        #expect(frame.screen.phase == .ready)
        #expect(frame.screen.title == "Kennel")
    }

    @Test("A failed screen is printed, its message goes to standard error, and the exit code is 1")
    func failed() async {
        #expect(
            await run("launch", "kennel", "--set", "mood=failing")
                == Ending(
                    code: 1,
                    output: """
                        Kennel

                          ✗ out of luck

                          [Try again]  kennels perform kennel refresh --set mood=failing

                        """, errors: "kennels: feature 'kennel' failed: out of luck\n"))
    }

    @Test("The command launch --json prints a failed screen as a frame too")
    func failedJSON() async throws {
        let ending = await run("launch", "kennel", "--set", "mood=failing", "--json")
        #expect(ending.code == 1)
        let frame = try JSONDecoder().decode(Frame.self, from: Data(ending.output.utf8))
        #expect(frame.screen.phase.isFailed)
    }

    @Test("The launch command ends with exit code 1 and prints no screen if the feature exceeds the time limit")
    func timeout() async throws {
        let recorder = RecordingConsole()
        async let ending = run("launch", "kennel", "--set", "mood=forever", on: recorder)
        await recorder.clock.advance(by: .seconds(30))
        #expect(
            await ending
                == Ending(
                    code: 1, output: "",
                    errors: "kennels: feature 'kennel' did not settle within 30s; set a longer --timeout\n"))
    }

    @Test("The option --timeout sets the time limit")
    func shortTimeout() async throws {
        let recorder = RecordingConsole()
        async let ending = run("launch", "kennel", "--set", "mood=forever", "--timeout", "250ms", on: recorder)
        await recorder.clock.advance(by: .milliseconds(250))
        #expect(await ending.code == 1)
        #expect(await ending.errors.contains("within 250ms"))
    }

    @Test(
        "An interruption closes the session and gives exit code 130 without a message",
        arguments: [(Int32(2), Int32(130)), (15, 143)])
    func interrupted(signal: Int32, code: Int32) async throws {
        let recorder = RecordingConsole()
        let latch = Latch()
        await KennelFeature.$latch.withValue(latch) {
            async let ending = run("launch", "kennel", "--set", "mood=forever", on: recorder)
            await latch.arrival()
            recorder.interrupt(signal)
            #expect(await ending == Ending(code: code, output: "", errors: ""))
        }
    }

    @Test("The launch command prints the notices to standard error, in order and before the screen")
    func notices() async {
        let ending = await run("launch", "kennel", "--set", "mood=chatty")
        #expect(ending.errors == "✓ The dogs are awake\nOne is hungry\n")
        #expect(ending.code == 0)
    }

    @Test("The launch command ends with exit code 66 if a file cannot be opened")
    func missingFile() async {
        #expect(
            await run("launch", "kennel", "--set", "mood=missing")
                == Ending(code: 66, output: "", errors: "kennels: cannot open 'dogs.csv': no such file\n"))
    }

    @Test("An unexpected error of the launch is reported as a failed feature with exit code 1")
    func unlaunchable() async {
        #expect(
            await run("launch", "kennel", "--set", "mood=unlaunchable")
                == Ending(code: 1, output: "", errors: "kennels: feature 'kennel' cannot be launched: out of luck\n"))
    }

    @Test(
        "The suggested commands repeat --database without the password",
        arguments: [
            (["--database", "dogs.sqlite"], "--database dogs.sqlite"),
            (["--database", "/my dogs/it's.sqlite"], #"--database '/my dogs/it'\''s.sqlite'"#),
            (["--database=-x"], "--database=-x"), (["--database", "memory"], "--database memory"),
            (
                ["--database", "postgresql://me:secret@host/dogs?sslmode=require&password=secret"],
                "--database 'postgresql://me@host/dogs?sslmode=require'"
            ),
        ])
    func database(arguments: [String], words: String) async {
        let ending = await run(["launch", "kennel", "--set", "mood=empty"] + arguments, as: KennelHost.self)
        #expect(ending.output.contains("  kennels perform kennel refresh --set mood=empty \(words)\n"))
        #expect(ending.output.contains("adopt name=NAME [breed=BREED] age=AGE [note=NOTE] --set mood=empty \(words)\n"))
        #expect(!ending.output.contains("secret"))
    }

    @Test("On a terminal, launch --json escapes control characters")
    func hostileJSON() async throws {
        let recorder = RecordingConsole(terminals: [.output])
        let ending = await run("perform", "kennel", "adopt", "name=R\u{9B}x\u{202E}", "age=3", "--json", on: recorder)
        #expect(ending.output.contains(#""title":"R\u009bx\u202e""#))
        let frame = try JSONDecoder().decode(Frame.self, from: Data(ending.output.utf8))
        guard case .list(let list) = frame.screen.elements.first else {
            Issue.record("no list")
            return
        }
        #expect(list.rows.last?.title == "R\u{9B}x\u{202E}")
    }

    @Test("The suggested commands are quoted for a shell and have placeholders for a row's presets")
    func commands() async {
        #expect(
            await run(["launch", "shelter", "--set", "motto=be kind"], as: ShelterHost.self).output == """
                Shelter

                          id
                  Dog d1  d1  shelter launch vet --set dog=d1 --set 'why=it'\\''s ill'
                  Dog d2  d2  shelter launch vet --set dog=d2 --set 'why=it'\\''s ill'

                  [Rename all]   shelter perform shelter rename 'id=*' name=NAME "$(printf 'motto=a\\033b')" --set 'motto=be kind'
                  [Rename]       shelter perform shelter rename id=ID name=NAME [motto=MOTTO] --set 'motto=be kind'
                  [Call it Rex]  shelter perform shelter rename id=ID name=Rex [motto=MOTTO] --set 'motto=be kind'

                """)
    }

    @Test("On a terminal, launch without a feature offers all features, and the chosen one leads back to them")
    func catalogue() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(["1", "1", "q", "q"])
        let status = await CommandLineProgram<KennelHost>(console: console).run(["launch", "--plain"])
        let text = recorder.text(.output)
        #expect(status.code == 0, "\(recorder.text(.error))")
        #expect(text.contains("1. Feature: Gallery") || text.contains("1. Feature: Kennel"))
        #expect(text.ranges(of: "1. Feature: ").count == 2)
    }

    @Test(
        "Elsewhere, and together with options for output, launch without a feature is an error",
        arguments: [["launch"], ["launch", "--json"], ["launch", "--all"], ["launch", "--set", "a=b"]])
    func noCatalogue(arguments: [String]) async {
        let terminals: Set<Console.Stream> = arguments == ["launch"] ? [] : [.output, .error]
        let recorder = RecordingConsole(terminals: terminals, environment: ["TERM": "xterm"])
        let ending = await run(arguments, as: KennelHost.self, on: recorder)
        #expect(ending.code == 64 && ending.errors.contains("missing expected argument '<feature>'"))
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Foundation
import Testing

@Suite("The perform command", .timeLimit(.minutes(5)))
struct PerformTests {
    @Test("The perform command prints the screen after the action, and prints the notice to standard error")
    func adopt() async {
        #expect(
            await run("perform", "kennel", "adopt", "name=Rex", "age=3", "breed=Bulldog")
                == Ending(
                    code: 0,
                    output: """
                        Kennel

                          Alfred  Labrador, 1
                          김철수  Bulldog, 5
                          Rex     Bulldog, 3

                          [Refresh]      kennels perform kennel refresh
                          [Adopt a dog]  kennels perform kennel adopt name=NAME [breed=BREED] age=AGE [note=NOTE]
                          [Fail]         kennels perform kennel fail

                        """, errors: "✓ Rex moved in\n"))
    }

    @Test("If the feature announces nothing, the command says what it has done, and names the row or the record")
    func success() async {
        #expect(await run("perform", "kennel", "refresh").errors == "Refresh: done\n")
        let arguments = ["perform", "shelter", "rename", "id=d1", "name=Rex"]
        #expect(await run(arguments, as: ShelterHost.self).errors == "Rename Dog d1: done\n")
        #expect(await run(arguments + ["--json"], as: ShelterHost.self).errors == "")
        #expect(await run(arguments + ["--fields", "title"], as: ShelterHost.self).errors == "")
        var page = Screen(title: "Rex", phase: .ready, buttons: [Button(BoardFeature.turn)])
        page.up = FeatureLink(feature: "board")
        var failed = page
        failed.phase = .failed(message: "gone")
        await BoardHost.$screens.withValue([page, page]) {
            #expect(await run(["perform", "board", "turn"], as: BoardHost.self).errors == "Turn Rex: done\n")
        }
        await BoardHost.$screens.withValue([page, failed]) {
            let ending = await run(["perform", "board", "turn"], as: BoardHost.self)
            #expect(ending.errors == "boards: feature 'board' failed: gone\n")
        }
        // An action that only shows something else needs no words.
        #expect(
            await run(["perform", "guide", "browse", "id=oslo", "--set", "copy=true"], as: GuideHost.self).errors == "")
    }

    @Test("The words about an action follow the screen, so that a long screen does not hide them")
    func order() async throws {
        for action in [["refresh"], ["adopt", "name=Rex", "age=3"]] {
            let recorder = RecordingConsole(terminals: [.output, .error])
            #expect(await run(["perform", "kennel"] + action, as: KennelHost.self, on: recorder).code == 0)
            try #require(recorder.count(.output) == 1 && recorder.count(.error) == 1)
            var streams: [Console.Stream] = []
            for await writing in recorder.written {
                streams.append(writing.stream)
                if streams.count == 2 { break }
            }
            #expect(streams == [.output, .error])
        }
    }

    @Test("A printed screen suggests no command for a button that a new launch disables")
    func inSessionOnly() async {
        let memory = LampHost.Memory()
        await LampHost.$memory.withValue(memory) {
            #expect(
                await run(["perform", "lamp", "on"], as: LampHost.self).output == """
                    On

                      [Turn on]   not now
                      [Turn off]  only in an open session

                    """)
            #expect(memory.launchCount == 2)
        }
    }

    @Test("A printed screen suggests a command for a button that a new launch enables")
    func kept() async {
        await LampHost.$memory.withValue(LampHost.Memory()) {
            #expect(
                await run(["perform", "lamp", "on", "--set", "kept=true"], as: LampHost.self).output == """
                    On

                      [Turn on]   not now
                      [Turn off]  lamps perform lamp off --set kept=true

                    """)
            #expect(await run(["perform", "lamp", "off", "--set", "kept=true"], as: LampHost.self).code == 0)
        }
    }

    @Test("The perform command launches the feature only once if all buttons were enabled or if it prints JSON")
    func launches() async {
        for arguments in [["perform", "lamp", "on", "--json"], ["launch", "lamp"]] {
            let memory = LampHost.Memory()
            await LampHost.$memory.withValue(memory) { _ = await run(arguments, as: LampHost.self) }
            #expect(memory.launchCount == 1)
        }
    }

    @Test("The command perform --json prints the frame on one line")
    func json() async throws {
        let ending = await run("perform", "kennel", "adopt", "name=Rex", "age=3", "--json")
        let frame = try JSONDecoder().decode(Frame.self, from: Data(ending.output.utf8))
        #expect(ending.output.count { $0 == "\n" } == 1)
        #expect(frame.revision == 2)
        guard case .list(let list) = frame.screen.elements.first else { throw Missing() }
        #expect(list.rows.map(\.title) == ["Alfred", "김철수", "Rex"])
    }

    @Test("A value may contain equals signs and spaces, and an optional value may be empty")
    func values() async {
        let ending = await run("perform", "kennel", "adopt", "name=a=b c", "age=3", "note=")
        #expect(ending.code == 0)
        #expect(ending.output.contains("  a=b c   Labrador, 3\n"))
    }

    @Test("The perform command refuses invalid input before the launch, with a message for each field")
    func refused() async {
        #expect(
            await run("perform", "kennel", "adopt", "age=99", "nam=3", "--set", "mood=unlaunchable")
                == Ending(
                    code: 65, output: "",
                    errors: """
                        kennels: the input was refused:
                          name: expected text of 1 to 10 characters, got nothing
                          age: expected a whole number from 0 to 30, got 99
                          nam: there is no such field, known are name, breed, age, note; did you mean 'name'?
                        'kennels describe kennel' lists its actions and fields

                        """))
    }

    @Test("The perform command refuses empty values except in text fields, and also reports missing fields")
    func emptyValues() async {
        #expect(
            await run("perform", "kennel", "adopt", "breed=", "age=")
                == Ending(
                    code: 65, output: "",
                    errors: """
                        kennels: the input was refused:
                          name: expected text of 1 to 10 characters, got nothing
                          breed: expected one of Bulldog, Labrador, got ""
                          age: expected a whole number from 0 to 30, got ""
                        'kennels describe kennel' lists its actions and fields

                        """))
    }

    @Test("The perform command refuses missing input before the launch")
    func missing() async {
        let ending = await run("perform", "kennel", "adopt", "--set", "mood=unlaunchable")
        #expect(ending.code == 65)
        #expect(ending.errors.contains("  name: expected text of 1 to 10 characters, got nothing\n  age: expected"))
    }

    @Test("The perform command prints a refusal by the presenter like a refusal of invalid input")
    func refusedByPresenter() async {
        #expect(
            await run("perform", "kennel", "adopt", "name=Rex", "age=1", "--set", "mood=refusing")
                == Ending(
                    code: 65, output: "",
                    errors: """
                        kennels: the input was refused:
                          name: 'Rex' is already taken
                        'kennels describe kennel' lists its actions and fields

                        """))
    }

    @Test("A failed action prints its reason only once and ends with exit code 1")
    func failed() async {
        #expect(
            await run("perform", "kennel", "fail")
                == Ending(code: 1, output: "", errors: "kennels: 'fail' failed: out of luck\n"))
    }

    @Test("The perform command ends with exit code 1 if the action is disabled")
    func disabled() async {
        #expect(
            await run("perform", "kennel", "fail", "--set", "mood=broken")
                == Ending(code: 1, output: "", errors: "kennels: 'Fail' is disabled on the current screen.\n"))
    }

    @Test("If the screen has failed after an action, perform prints the screen and ends with exit code 1")
    func failedScreen() async {
        let ending = await run("perform", "kennel", "lose")
        #expect(ending.code == 1)
        #expect(ending.output.contains("  ✗ all gone\n"))
        #expect(ending.errors == "kennels: feature 'kennel' failed: all gone\n")
    }

    @Test("The perform command runs an action even if the screen has already failed after the launch")
    func retry() async {
        let ending = await run("perform", "kennel", "adopt", "name=Rex", "age=1", "--set", "mood=failing")
        #expect(ending.code == 0)
        #expect(ending.output.contains("Rex"))
    }

    @Test("An action that exceeds the time limit ends with exit code 1, even if the action ignores cancellation")
    func timeout() async throws {
        let recorder = RecordingConsole()
        let latch = Latch()
        await KennelFeature.$latch.withValue(latch) {
            async let ending = run("perform", "kennel", "hang", "--timeout", "3s", on: recorder)
            await latch.arrival()
            await recorder.clock.advance(by: .seconds(3))
            #expect(
                await ending
                    == Ending(
                        code: 1, output: "",
                        errors: "kennels: feature 'kennel' did not settle within 3s; set a longer --timeout\n"))
        }
        latch.open()
    }

    @Test("An interruption ends the perform command while its action is running")
    func interrupted() async throws {
        let recorder = RecordingConsole()
        let latch = Latch()
        await KennelFeature.$latch.withValue(latch) {
            async let ending = run("perform", "kennel", "hang", on: recorder)
            await latch.arrival()
            recorder.interrupt()
            #expect(await ending == Ending(code: 130, output: "", errors: ""))
        }
        latch.open()
    }

    struct Missing: Error {}

    @Test func `The perform command parses lists, line breaks and instants, and never prints a secret`() async {
        let ending = await run(
            [
                "perform", "workshop", "order", "note=a\r\nb", "volume=35", "tags=x", "tags=y", "labels=Blue",
                "labels=Red",
                "password=hunter2", "--set", "site=North", "--set", "zones=a", "--set", "zones=b",
            ], as: WorkshopHost.self)
        #expect(ending.code == 0, "\(ending.errors)")
        #expect(ending.output.contains("a/b | 35 | 0.0 | x+y | Blue+Red | 7\n"))
        #expect(!ending.output.contains("hunter"))
        let twice = await run(
            ["perform", "workshop", "order", "volume=5", "volume=10", "--set", "site=N"], as: WorkshopHost.self)
        #expect(twice.code == 64)
        #expect(twice.errors.contains(#"the field 'volume' is given twice, as "5" and as "10"; give it once"#))
        let wrong = await run(
            [
                "perform", "workshop", "order", "note=", "volume=7", "tags=x", "tags=x", "labels=red", "password=abc",
                "--set",
                "site=N",
            ], as: WorkshopHost.self)
        #expect(wrong.code == 65)
        for line in [
            "  volume: expected a whole number from 0 to 100 in steps of 5, got 7\n",
            "  tags: expected at most 3 different texts of 1 to 20 characters, got \"x\" twice\n",
            "  labels: expected any of Red, Green, Blue, got \"red\"; did you mean 'Red'?\n",
            "  password: expected secret text of 4 to 40 characters, got secret text\n",
        ] { #expect(wrong.errors.contains(line), "\(wrong.errors)") }
    }

    @Test(arguments: [
        ["launch", "workshop"], ["perform", "workshop", "order", "note=", "volume=5", "tags=x", "labels=Red"],
    ])
    func `If a required option is missing, a usage error names the option`(arguments: [String]) async {
        let ending = await run(arguments, as: WorkshopHost.self)
        #expect(ending.code == 64)
        #expect(
            ending.errors.contains("  site: expected text of 1 to 20 characters, got nothing\n"), "\(ending.errors)")
    }

    @Test func `A suggested command contains all texts of a preset list, but no preset secret`() async {
        let ending = await run(
            ["launch", "workshop", "--set", "site=N", "--set", "zones=a", "--set", "zones=b"], as: WorkshopHost.self)
        #expect(
            ending.output.contains(
                "workshops perform workshop order note=NOTE volume=VOLUME [share=SHARE] tags=x 'tags=y z' labels=LABELS "
                    + "[password=PASSWORD] --set site=N --set zones=a --set zones=b\n"), "\(ending.output)")
    }
}

import FeatureKit
import FeatureTesting
import Foundation
import Testing

@Suite("perform", .timeLimit(.minutes(5)))
struct PerformTests {
    @Test("The settled screen shows the action's effect, its notice goes to standard error")
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

    @Test("What a new launch shows disabled is no command to type next")
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

    @Test("What is kept is enabled in a new launch too, so it is a command")
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

    @Test("Nothing is launched twice where nothing is in doubt, or as JSON")
    func launches() async {
        for arguments in [["perform", "lamp", "on", "--json"], ["launch", "lamp"]] {
            let memory = LampHost.Memory()
            await LampHost.$memory.withValue(memory) { _ = await run(arguments, as: LampHost.self) }
            #expect(memory.launchCount == 1)
        }
    }

    @Test("As JSON it is the frame on one line")
    func json() async throws {
        let ending = await run("perform", "kennel", "adopt", "name=Rex", "age=3", "--json")
        let frame = try JSONDecoder().decode(Frame.self, from: Data(ending.output.utf8))
        #expect(ending.output.count { $0 == "\n" } == 1)
        #expect(frame.revision == 2)
        guard case .list(let list) = frame.screen.elements.first else { throw Missing() }
        #expect(list.rows.map(\.title) == ["Alfred", "김철수", "Rex"])
    }

    @Test("A value may contain an equals sign, be empty where it need not be given, and hold spaces")
    func values() async {
        let ending = await run("perform", "kennel", "adopt", "name=a=b c", "age=3", "note=")
        #expect(ending.code == 0)
        #expect(ending.output.contains("  a=b c   Labrador, 3\n"))
    }

    @Test("Input that breaks rules is refused with every field named, before anything is launched")
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
                        'kennels describe kennel' tells what it takes

                        """))
    }

    @Test("Nothing after the equals sign is refused where no text is expected, along with what is missing")
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
                        'kennels describe kennel' tells what it takes

                        """))
    }

    @Test("Missing input alone is refused too, before anything is launched")
    func missing() async {
        let ending = await run("perform", "kennel", "adopt", "--set", "mood=unlaunchable")
        #expect(ending.code == 65)
        #expect(ending.errors.contains("  name: expected text of 1 to 10 characters, got nothing\n  age: expected"))
    }

    @Test("What only the presenter can refuse is refused in the same words")
    func refusedByPresenter() async {
        #expect(
            await run("perform", "kennel", "adopt", "name=Rex", "age=1", "--set", "mood=refusing")
                == Ending(
                    code: 65, output: "",
                    errors: """
                        kennels: the input was refused:
                          name: 'Rex' is already taken
                        'kennels describe kennel' tells what it takes

                        """))
    }

    @Test("An action that fails says why, once, and ends with 1")
    func failed() async {
        #expect(
            await run("perform", "kennel", "fail")
                == Ending(code: 1, output: "", errors: "kennels: 'fail' failed: out of luck\n"))
    }

    @Test("An action that cannot be asked for now ends with 1")
    func disabled() async {
        #expect(
            await run("perform", "kennel", "fail", "--set", "mood=broken")
                == Ending(code: 1, output: "", errors: "kennels: 'Fail' (fail) cannot be asked for now\n"))
    }

    @Test("An action that leaves a failed screen prints it and ends with 1")
    func failedScreen() async {
        let ending = await run("perform", "kennel", "lose")
        #expect(ending.code == 1)
        #expect(ending.output.contains("  ✗ all gone\n"))
        #expect(ending.errors == "kennels: feature 'kennel' failed: all gone\n")
    }

    @Test("A screen that failed to load can still be acted on")
    func retry() async {
        let ending = await run("perform", "kennel", "adopt", "name=Rex", "age=1", "--set", "mood=failing")
        #expect(ending.code == 0)
        #expect(ending.output.contains("Rex"))
    }

    @Test("An action that takes too long ends with 1, even if it does not heed its cancellation")
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
                        errors: "kennels: feature 'kennel' was not done after 3s; give it longer with --timeout\n"))
        }
        latch.open()
    }

    @Test("An interruption ends an action that runs")
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
}

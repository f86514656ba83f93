import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import Testing

@Suite("Exit codes", .timeLimit(.minutes(5)))
struct ExitStatusTests {
    @Test(
        "An error of a host's own command prints a message and ends with the exit code of its kind",
        arguments: [
            ("unavailable", Int32(69), "kennels: port 8080 is in use; give another with --port\n"),
            ("refused", 65, "kennels: the input was refused:\n  port: expected a port\n"),
            ("away", 69, "kennels: the database is away\n"), ("unsure", 69, "kennels: it may have saved or not\n"),
            ("code", 3, ""),
            ("fault", 70, "kennels: the feature is wrong\n"),
            ("unknown", 70, "kennels: nobody knows\n"),
            ("nothing", 0, ""),
        ])
    func ownCommand(what: String, code: Int32, errors: String) async {
        #expect(await run("throw", what) == Ending(code: code, output: "", errors: errors))
    }

    /// A host whose only feature cannot be launched, because the store is unavailable.
    enum AwayHost: CommandLineHost {
        static let (name, version, summary) = ("away", "0", "Has no store.")

        struct Away: Feature {
            static let refresh = Action("refresh", "Refresh", effect: .reloads)
            static let manifest = FeatureManifest(id: "away", title: "Away", summary: "Fails.", actions: refresh)

            func launch(on stage: Stage, options: Options) throws -> Scene {
                throw StorageError(.unavailable, "the database is away")
            }
        }

        static func registry() throws -> FeatureRegistry { try FeatureRegistry([Away()]) }
    }

    @Test(
        "A launch ends with exit code 69 if the store is unavailable",
        arguments: [["launch", "away"], ["perform", "away", "refresh"]])
    func launchWithoutStore(arguments: [String]) async {
        #expect(
            await run(arguments, as: AwayHost.self)
                == Ending(code: 69, output: "", errors: "away: the database is away\n"))
    }

    @Test("The message of a clean exit goes to standard output")
    func cleanExit() async {
        #expect(await run("throw", "clean") == Ending(code: 0, output: "All is well.\n", errors: ""))
    }

    @Test(
        "A closed output ends every command with exit code 141 and no message",
        arguments: [
            [], ["--help"], ["list"], ["describe", "kennel"], ["launch", "kennel"], ["perform", "kennel", "refresh"],
        ])
    func closedOutput(arguments: [String]) async {
        let recorder = RecordingConsole(failure: outputClosed)
        #expect(await run(arguments, as: KennelHost.self, on: recorder) == Ending(code: 141, output: "", errors: ""))
    }

    @Test("A failed write prints the reason and ends with exit code 70")
    func fullOutput() async {
        let recorder = RecordingConsole(failure: outputFull)
        #expect(
            await run("list", on: recorder)
                == Ending(code: 70, output: "", errors: "kennels: cannot write the output: No space left on device\n"))
    }
}

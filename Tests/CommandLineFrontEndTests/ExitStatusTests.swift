import FeatureKit
import Testing

@Suite("Exit codes")
struct ExitStatusTests {
    @Test(
        "What a command of the host's own throws has an exit code by its kind, and a message",
        arguments: [
            ("unavailable", Int32(69), "kennels: port 8080 is in use; give another with --port\n"),
            ("refused", 65, "kennels: the input was refused:\n  port: expected a port\n"),
            ("code", 3, ""),
            ("fault", 70, "kennels: the feature is wrong\n"),
            ("unknown", 70, "kennels: nobody knows\n"),
            ("nothing", 0, ""),
        ])
    func ownCommand(what: String, code: Int32, errors: String) async {
        #expect(await run("throw", what) == Ending(code: code, output: "", errors: errors))
    }

    @Test("A clean exit is printed as data")
    func cleanExit() async {
        #expect(await run("throw", "clean") == Ending(code: 0, output: "All is well.\n", errors: ""))
    }

    @Test(
        "An output that nobody reads any more ends quietly with 141, whatever was to be printed",
        arguments: [
            [], ["--help"], ["list"], ["describe", "kennel"], ["launch", "kennel"], ["perform", "kennel", "refresh"],
        ])
    func closedOutput(arguments: [String]) async {
        let recorder = RecordingConsole(failure: outputClosed)
        #expect(await run(arguments, as: KennelHost.self, on: recorder) == Ending(code: 141, output: "", errors: ""))
    }

    @Test("An output that cannot be written is a fault that says why")
    func fullOutput() async {
        let recorder = RecordingConsole(failure: outputFull)
        #expect(
            await run("list", on: recorder)
                == Ending(code: 70, output: "", errors: "kennels: cannot write the output: No space left on device\n"))
    }
}

import CommandLineFrontEnd
import Testing

@Suite("The list command", .timeLimit(.minutes(5)))
struct ListTests {
    @Test("The list command prints the features in columns, sorted by id")
    func text() async {
        #expect(
            await run("list")
                == Ending(
                    code: 0,
                    output: """
                        gallery  Gallery  One of everything.
                        kennel   Kennel   Dogs for tests.

                        """, errors: ""))
    }

    @Test("The command list --json prints one array on one line")
    func json() async {
        #expect(
            await run("list", "--json")
                == Ending(
                    code: 0,
                    output: #"[{"id":"gallery","title":"Gallery","summary":"One of everything."},"#
                        + #"{"id":"kennel","title":"Kennel","summary":"Dogs for tests."}]"# + "\n", errors: ""))
    }

    @Test("The list command writes its output in one call")
    func oneWrite() async {
        let recorder = RecordingConsole()
        _ = await run("list", on: recorder)
        #expect(recorder.count(.output) == 1)
    }

    @Test("If two features have the same id, the error names both features")
    func conflicts() async {
        let feature = "CommandLineFrontEndTests.KennelFeature"
        #expect(
            await run(["list"], as: BrokenHost.self)
                == Ending(
                    code: 70, output: "",
                    errors: """
                        broken: the features cannot be registered:
                        - \(feature) and \(feature) both have the id 'kennel'; change one of the manifests

                        """))
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("Shell completion", .timeLimit(.minutes(5)))
struct CompletionTests {
    @Test("The shell completes the ids of features")
    func features() async {
        #expect(await complete("launch", "positional@0", ["launch", ""]) == ["gallery", "kennel"])
    }

    @Test("The shell completes the actions of the given feature, even if options precede the feature")
    func actions() async {
        let actions = ["refresh", "adopt", "fail", "hang", "lose"]
        #expect(await complete("perform", "positional@1", ["perform", "kennel", ""]) == actions)
        #expect(
            await complete("perform", "positional@1", ["perform", "--json", "--set", "mood=empty", "kennel", "a"])
                == actions)
        #expect(await complete("perform", "positional@1", ["perform", "zebra", ""]) == [])
    }

    @Test("The shell completes the fields of the given action, and the values of a choice field")
    func fields() async {
        #expect(
            await complete("perform", "positional@2", ["perform", "kennel", "adopt", ""])
                == ["name=", "breed=Bulldog", "breed=Labrador", "age=", "note="])
    }

    @Test("The shell completes a value that bash has split from its field's name")
    func splitWords() async {
        let breeds = ["Bulldog", "Labrador"]
        #expect(
            await complete("perform", "positional@2", ["perform", "kennel", "adopt", "breed", "=", "Bu"])
                == breeds)
        #expect(await complete("perform", "positional@2", ["perform", "kennel", "adopt", "breed", "="]) == breeds)
        #expect(await complete("perform", "positional@2", ["perform", "kennel", "adopt", "="]) == [])
    }

    @Test("The shell completes the options of the given feature")
    func options() async {
        #expect(await complete("launch", "--set", ["launch", "kennel", "--set", ""]) == ["mood=", "latency="])
        let moods = await complete("launch", "--set", ["launch", "kennel", "--set", "mood=em"])
        #expect(moods.prefix(2) == ["mood=ready", "mood=empty"])
        #expect(await complete("launch", "--set", ["launch", "kennel", "--set", "latency="]) == [])
        #expect(await complete("launch", "--set", ["launch", "kennel", "--set", "mood", "=", "e"]).first == "ready")
    }

    @Test("The shell completes the ids of rows, those with a button for the action if there are such rows")
    func ids() async {
        let dogs = [
            Row(id: "a", title: "Alfred"), Row(id: "b 2", title: "Bella"),
            Row(id: "c", title: "Charlie", buttons: [Button(CompletedFeature.rename, arguments: ["id": "c"])]),
        ]
        await CompletedFeature.$rows.withValue(dogs) {
            #expect(await completeDogs(["perform", "dogs", "walk", ""]) == ["id=a", "id=c"])
            #expect(await completeDogs(["perform", "dogs", "rename", "id="]) == ["id=c", "name="])
            #expect(await completeDogs(["perform", "dogs", "rename", "id", "="]) == ["c"])
            // No row is needed for another field.
            #expect(await completeDogs(["perform", "dogs", "rename", "na"]) == ["id=", "name="])
            #expect(await completeDogs(["launch", "dogs", "--set", "i"], "--set") == ["id="])
            #expect(await completeDogs(["launch", "dogs", "--set", "id="], "--set") == ["id=a", "id=c"])
            #expect(await completeDogs(["launch", "dogs", "--set", "id", "="], "--set") == ["a", "c"])
        }
    }

    @Test("The shell completes the columns of a list, after commas too, and the ids of the lists")
    func columns() async {
        let dogs = [Row(id: "a", title: "Alfred", values: ["age": 3, "name": "Alfred"])]
        await CompletedFeature.$rows.withValue(dogs) {
            #expect(
                await completeDogs(["launch", "dogs", "--columns", ""], "--columns")
                    == ["age", "name", "title", "detail", "id"])
            #expect(
                await completeDogs(["launch", "dogs", "--columns", "age,id,n"], "--columns")
                    == ["age,id,name", "age,id,title", "age,id,detail"])
            #expect(
                await completeDogs(["launch", "dogs", "--list", "dogs", "--columns", ""], "--columns").count == 5)
            #expect(await completeDogs(["launch", "dogs", "--list", ""], "--list") == ["dogs"])
        }
        #expect(
            await complete("launch", "--fields", ["launch", "kennel", "--fields", "title,"], of: KennelHost.self)
                .prefix(2) == ["title,session", "title,feature"])
    }

    @Test("If the feature fails or is slow, the shell completes no ids, and waits for half a second at most")
    func slow() async {
        await CompletedFeature.$rows.withValue(nil) {
            #expect(await completeDogs(["perform", "dogs", "walk", ""]) == ["id="])
        }
        let recorder = RecordingConsole()
        async let completions = CompletedFeature.$isStuck.withValue(true) {
            await complete(
                "perform", "positional@2", ["perform", "dogs", "walk", ""], of: CompletedHost.self, recorder)
        }
        await recorder.clock.advance(by: .milliseconds(500))
        #expect(await completions == ["id="])
    }

    private func completeDogs(_ words: [String], _ argument: String = "positional@2") async -> [String] {
        await complete(words[0], argument, words, of: CompletedHost.self)
    }

    /// Requests completions in the same way as the generated shell scripts.
    private func complete(_ command: String, _ argument: String, _ words: [String]) async -> [String] {
        await complete(command, argument, words, of: KennelHost.self)
    }

    private func complete<Host: CommandLineHost>(
        _ command: String, _ argument: String, _ words: [String], of host: Host.Type,
        _ recorder: RecordingConsole = RecordingConsole()
    ) async -> [String] {
        let ending = await run(
            ["---completion", command, "--", argument, "\(words.count)", "0", Host.name] + words, as: host, on: recorder
        )
        #expect(ending.code == 0)
        // ArgumentParser keeps the last shell in a global variable. Another test may have printed a script for zsh.
        // ArgumentParser then adds the completion " ", which that script removes.
        return ending.output.split(separator: "\n").map(String.init).filter { $0 != " " }
    }
}

private enum CompletedHost: CommandLineHost {
    static let name = "completed"
    static let version = "0"
    static let summary = "Has ids."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([CompletedFeature()]) }
}

private struct CompletedFeature: Feature {
    struct Missing: Error {}

    /// The rows of the screen; `nil` if the feature fails.
    @TaskLocal static var rows: [Row]? = []
    /// Whether the feature never becomes ready.
    @TaskLocal static var isStuck = false

    static let id = Field<String>("id", "Id").role(.row)
    static let dog = Field<String?>("id", "Id").role(.row)
    static let name = Field<String>("name", "Name")
    static let walk = Action("walk", "Walk", fields: id)
    static let rename = Action("rename", "Rename", fields: id, name)
    static let manifest = FeatureManifest(
        id: "dogs", title: "Dogs", summary: "Has ids.", options: [dog], actions: walk, rename)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        guard let rows = Self.rows else { throw Missing() }
        let isStuck = Self.isStuck
        return Scene(
            owning: stage,
            start: {
                stage.screen.elements = [.list(id: "dogs", rows: rows)]
                stage.screen.phase = isStuck ? .loading : .ready
                if isStuck { try await Latch().waitOrCancel() }
            }
        )
        .on(Self.walk) { _ in }
        .on(Self.rename) { _ in }
    }
}

import Testing

@Suite("Completion", .timeLimit(.minutes(5)))
struct CompletionTests {
    @Test("Features are completed")
    func features() async {
        #expect(await complete("launch", "positional@0", ["launch", ""]) == ["gallery", "kennel"])
    }

    @Test("The actions of the feature typed before are completed, with options anywhere")
    func actions() async {
        let actions = ["refresh", "adopt", "fail", "hang", "lose"]
        #expect(await complete("perform", "positional@1", ["perform", "kennel", ""]) == actions)
        #expect(
            await complete("perform", "positional@1", ["perform", "--json", "--set", "mood=empty", "kennel", "a"])
                == actions)
        #expect(await complete("perform", "positional@1", ["perform", "zebra", ""]) == [])
    }

    @Test("The fields of the action typed before are completed, with the values of a choice")
    func fields() async {
        #expect(
            await complete("perform", "positional@2", ["perform", "kennel", "adopt", ""])
                == ["name=", "breed=Bulldog", "breed=Labrador", "age=", "note="])
    }

    @Test("A value that bash has split from its name is completed by itself")
    func splitWords() async {
        let breeds = ["Bulldog", "Labrador"]
        #expect(
            await complete("perform", "positional@2", ["perform", "kennel", "adopt", "breed", "=", "Bu"])
                == breeds)
        #expect(await complete("perform", "positional@2", ["perform", "kennel", "adopt", "breed", "="]) == breeds)
        #expect(await complete("perform", "positional@2", ["perform", "kennel", "adopt", "="]) == [])
    }

    @Test("The options of the feature typed before are completed")
    func options() async {
        let options = await complete("launch", "--set", ["launch", "kennel", "--set", ""])
        #expect(options.prefix(2) == ["mood=ready", "mood=empty"])
        #expect(options.last == "latency=")
    }

    /// Asks as the generated scripts do.
    private func complete(_ command: String, _ argument: String, _ words: [String]) async -> [String] {
        let ending = await run(
            ["---completion", command, "--", argument, "\(words.count)", "0", "kennels"] + words, as: KennelHost.self)
        #expect(ending.code == 0)
        return ending.output.split(separator: "\n").map(String.init)
    }
}

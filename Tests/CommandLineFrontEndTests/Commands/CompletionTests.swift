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
        let options = await complete("launch", "--set", ["launch", "kennel", "--set", ""])
        #expect(options.prefix(2) == ["mood=ready", "mood=empty"])
        #expect(options.last == "latency=")
    }

    /// Requests completions in the same way as the generated shell scripts.
    private func complete(_ command: String, _ argument: String, _ words: [String]) async -> [String] {
        let ending = await run(
            ["---completion", command, "--", argument, "\(words.count)", "0", "kennels"] + words, as: KennelHost.self)
        #expect(ending.code == 0)
        // ArgumentParser keeps the last shell in a global variable. Another test may have printed a script for zsh.
        // ArgumentParser then adds the completion " ", which that script removes.
        return ending.output.split(separator: "\n").map(String.init).filter { $0 != " " }
    }
}

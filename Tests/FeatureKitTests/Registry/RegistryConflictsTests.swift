import FeatureKit
import Testing

/// Tests that a registry reports all conflicts of its features at once.
@Suite(.timeLimit(.minutes(5))) struct RegistryConflictsTests {
    struct First: Feature {
        static let manifest = FeatureManifest(id: "same", title: "First", summary: "")
        func launch(on stage: Stage, options: Options) throws -> Scene { Scene(owning: stage, start: {}) }
    }

    struct Second: Feature {
        static let manifest = FeatureManifest(
            id: "same", title: "Second", summary: "",
            options: [
                Field<Int>("limit", "Limit", range: 1...9, default: 10),
                Field<Secret?>("pin", "Pin", length: 4...8),
                Field<String?>("may", "May"),
                Field<String?>("may", "May too"),
                Field<String?>("9th", "Ninth"),
                Field<String?>("naïve", "Naïve"),
                Field<String?>("session", "Session"),
            ],
            actions:
                Action("go", "Go"), Action("go", "Go on"), Action("Stop", "Stop"), Action("", "Nothing"),
            Action(
                "give", "Give", fields: Field<Int>("a", "A", range: 0...1, default: 2), Field<Int>("a", "B"),
                Field<Int>("a b", "C")))
        func launch(on stage: Stage, options: Options) throws -> Scene { Scene(owning: stage, start: {}) }
    }

    struct Third: Feature {
        static let manifest = FeatureManifest(id: "Not a name", title: "", summary: "")
        func launch(on stage: Stage, options: Options) throws -> Scene { Scene(owning: stage, start: {}) }
    }

    @Test func `every conflict is reported with its features and its correction`() {
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([First(), Second(), Third()]) }
        let suite = "FeatureKitTests.RegistryConflictsTests"
        #expect(
            conflicts?.all == [
                "\(suite).First and \(suite).Second both have the id 'same'; change one of the manifests",
                "\(suite).Second: the actions 'Go' and 'Go on' are both named 'go'; rename one of them",
                #"\#(suite).Second: the action "Stop" is not of the form [a-z][a-z0-9-]*; rename it"#,
                #"\#(suite).Second: the action "" is not of the form [a-z][a-z0-9-]*; rename it"#,
                "\(suite).Second, action 'give': the fields 'A' and 'B' are both named 'a'; rename one of them",
                "\(suite).Second, action 'give': the default of 'a' breaks its own rule: expected a whole number from 0 "
                    + "to 1, got 2; change one of them",
                #"\#(suite).Second, action 'give': the name "a b" among the fields is not of the form "#
                    + "[A-Za-z][A-Za-z0-9_-]*; rename it",
                "\(suite).Second: the options 'May' and 'May too' are both named 'may'; rename one of them",
                "\(suite).Second: the default of 'limit' breaks its own rule: expected a whole number from 1 to 9, got "
                    + "10; change one of them",
                #"\#(suite).Second: the name "9th" among the options is not of the form [A-Za-z][A-Za-z0-9_-]*; rename it"#,
                #"\#(suite).Second: the name "naïve" among the options is not of the form [A-Za-z][A-Za-z0-9_-]*; "#
                    + "rename it",
                "\(suite).Second: the option 'session' has a reserved name: in the address of a page it names the session; "
                    + "rename it",
                "\(suite).Second: the option 'pin' is secret, but options are visible in addresses and commands; "
                    + "declare it as a field of an action",
                #"\#(suite).Third: the id "Not a name" is not of the form [a-z][a-z0-9-]*; change it"#,
            ])
        #expect(conflicts?.description.hasPrefix("the features cannot be registered:\n- \(suite).First and ") == true)
    }

    @Test func `two fields may not have one role, except filters`() throws {
        var feature = FeatureRegistryTests.NamedFeature()
        let filters = [Field<Bool?>("a", "A").role(.filter), Field<Bool?>("b", "B").role(.filter)]
        let words = [Field<String?>("c", "C").role(.search), Field<String?>("d", "D").role(.search)]
        feature.manifest = FeatureManifest(
            id: "chat", title: "", summary: "", options: filters,
            actions: Action("find", "Find", effect: .shows, fields: filters + words))
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([feature]) }
        #expect(
            conflicts?.all == [
                "FeatureKitTests.FeatureRegistryTests.NamedFeature, action 'find': 'c' and 'd' among the fields both have "
                    + "the role 'search'; remove one of the roles"
            ])
    }

    @Test func `a role is spelled like the name of an action`() {
        var feature = FeatureRegistryTests.NamedFeature()
        feature.manifest = FeatureManifest(
            id: "chat", title: "", summary: "", for: .role("Head of it"),
            actions: Action("a", "A", for: .role("keeper")))
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([feature]) }
        #expect(
            conflicts?.all == [
                "FeatureKitTests.FeatureRegistryTests.NamedFeature: the role \"Head of it\" is not of the form "
                    + "[a-z][a-z0-9-]*; rename it"
            ])
    }

    @Test func `the option session is reserved and an action's field may have this name`() {
        var feature = FeatureRegistryTests.NamedFeature()
        feature.manifest = FeatureManifest(
            id: "chat", title: "", summary: "", options: [Field<String?>("session", "Session")],
            actions: Action("join", "Join", fields: Field<String>("session", "Session")))
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([feature]) }
        #expect(
            conflicts?.all == [
                "FeatureKitTests.FeatureRegistryTests.NamedFeature: the option 'session' has a reserved name: in the "
                    + "address of a page it names the session; rename it"
            ])
    }

    struct Rules: Feature {
        static let manifest = FeatureManifest(
            id: "rules", title: "Rules", summary: "",
            options: [Field<Origin>("from", "From"), Field<[String]>("tags", "Tags", length: 1...9)],
            actions: Action(
                "set", "Set", fields: Field<Int>("a", "A", range: 0...9, step: 0),
                Field<Double>("b", "B", range: 0...1, step: -0.1, slider: true),
                Field<String>("c", "C", length: 0...9, lines: 0...4), Field<Secret>("d", "D", default: Secret("x")),
                Field<Int>("e", "E", range: 0...10, step: 4, default: 6)))
        func launch(on stage: Stage, options: Options) throws -> Scene { Scene(owning: stage, start: {}) }
    }

    @Test func `wrong steps, lines and secrets are conflicts, but a required option is not a conflict`() {
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([Rules()]) }
        let owner = "FeatureKitTests.RegistryConflictsTests.Rules"
        #expect(
            conflicts?.all == [
                "\(owner), action 'set': the step of 'a' is 0; change it to a number greater than 0",
                "\(owner), action 'set': the step of 'b' is -0.1; change it to a number greater than 0",
                "\(owner), action 'set': the least number of lines of 'c' is 0; change it to 1 or more",
                "\(owner), action 'set': the secret 'd' has a default, which every manifest would show; remove the default",
                "\(owner), action 'set': the default of 'e' breaks its own rule: expected a whole number from 0 to 10 in "
                    + "steps of 4, got 6; change one of them",
            ])
    }

    @Test(arguments: ["", "A", "9", "-a", "a_b", "a b", "é", "aé", "a.b", "a/b", "a\n", "ａ"])
    func `an id that is invalid in a path or a command is a conflict`(id: String) {
        var feature = FeatureRegistryTests.NamedFeature()
        feature.manifest.id = id
        #expect(throws: RegistryConflicts.self) { try FeatureRegistry([feature]) }
    }

    @Test(arguments: ["a", "a9", "a-b", "doggy", "a-", "x1-2-3"])
    func `an id of letters, digits and hyphens is accepted`(id: String) throws {
        var feature = FeatureRegistryTests.NamedFeature()
        feature.manifest.id = id
        #expect(try FeatureRegistry([feature]).manifests.map(\.id) == [id])
    }

    @Test func `a feature that is registered twice conflicts with itself`() {
        let conflicts = #expect(throws: RegistryConflicts.self) { try FeatureRegistry([First(), First(), First()]) }
        #expect(conflicts?.all.count == 2)
    }

    @Test func `a choice that accepts texts outside its list may have a default outside its list`() throws {
        var feature = FeatureRegistryTests.NamedFeature()
        feature.manifest = FeatureManifest(
            id: "open", title: "", summary: "",
            options: [Field<Origin>("source", "Source", other: "PATH", default: .path("dogs.csv"))])
        #expect(try FeatureRegistry([feature]).manifests.count == 1)
    }
}

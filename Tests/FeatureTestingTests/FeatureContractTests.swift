import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct FeatureContractTests {
    @Test func `A correct feature records no issue`() async throws {
        let messages = try await recordedIssues { await FeatureContract(ToyFeature()).verify() }
        #expect(messages == [])
    }

    @Test func `The contract names a search that is not one for people who choose a record`() async throws {
        let messages = try await recordedIssues { await FeatureContract(ForgetfulFeature()).verify() }
        let message = "feature 'forgetful' has the option 'search' but returns no query for it"
        #expect(messages.contains { $0.hasPrefix(message) })
    }

    @Test func `The contract names an action that does not end and verifies the other actions`() async throws {
        let contract = FeatureContract(ToyFeature(fault: .hangs), limit: .milliseconds(500))
        let messages = try await recordedIssues { await contract.verify() }
        let limit = "within 0.5 seconds; let it end, or give the contract a longer limit"
        #expect(messages.contains("feature 'toy' does not end 'play' with valid input \(limit)"))
        #expect(messages.contains("feature 'toy' does not end the button 'Play' (play) \(limit)"))
        #expect(messages.allSatisfy { $0.contains("play") })
    }

    @Test func `A wrong error records an issue that names the expected error and the remedy`() async throws {
        let messages = try await recordedIssues { await FeatureContract(ToyFeature(fault: .breaks)).verify() }
        let message = try #require(messages.first)
        #expect(message.hasPrefix("feature 'toy' throws Broken for 'play' with valid input: the spring is broken; "))
        #expect(
            message.contains("catch the service's error in the presenter, and throw InputRefused([field: message])"))
    }

    @Test func `The contract names links and addresses with options that the manifest does not accept`() async throws {
        let place = FeatureLink(feature: "toy", options: ["size": "large"])
        let reason = "which its manifest does not accept: size: there is no such option, there are none"
        var screen = Screen(title: "Toy", phase: .ready, up: place, address: ["size": 1])
        screen.elements = [
            .list(id: "l", rows: [Row(id: "7", title: "", opens: place)]), .link(id: "other", "", opens: place),
            .fields(id: "f", items: [.init(label: "Size", value: "", opens: place)]),
            .link(id: "fine", "", opens: FeatureLink(feature: "user", options: ["size": "large"])),
            .link(id: "web", "", address: "https://toys.example"),
            .link(id: "self", "", opens: FeatureLink(feature: "toy")),
        ]
        let messages = try await recordedIssues { await FeatureContract(ToyFeature(screen: screen)).verify() }
        #expect(
            Set(messages) == [
                "feature 'toy' has the address size=1, \(reason)",
                "feature 'toy' links from 'up' to 'toy' with size=\"large\", \(reason)",
                "feature 'toy' links from the row '7' to 'toy' with size=\"large\", \(reason)",
                "feature 'toy' links from 'other' to 'toy' with size=\"large\", \(reason)",
                "feature 'toy' links from 'Size' to 'toy' with size=\"large\", \(reason)",
            ])
    }

    @Test func `The contract names an action that opens a place with options that the manifest does not accept`()
        async throws
    {
        let messages = try await recordedIssues { await FeatureContract(ToyFeature(fault: .strays)).verify() }
        #expect(messages.first?.hasPrefix("feature 'toy' links from 'play' to 'toy' with size=1, which its") == true)
    }

    @Test func `The contract names a primary button that removes`() async throws {
        let screen = Screen(
            title: "Toy", phase: .ready, buttons: [Button(ToyFeature.scrap, role: .primary)])
        let messages = try await recordedIssues { await FeatureContract(ToyFeature(screen: screen)).verify() }
        // Every part of the contract sees the button again.
        #expect(messages == ["feature 'toy' shows 'scrap', which removes, as a primary button"])
    }

    @Test func `The contract names an image that the host does not serve, and images whose names are wrong`()
        async throws
    {
        let ball = ImageFile("ball", .png([]))
        let shown = Screen(
            title: "Toy", phase: .ready,
            elements: [.image(id: "ball", "A ball", FileReference(ball, of: ToyFeature.manifest))])
        let sound = FeatureContract(ToyFeature(images: [ball], screen: shown))
        let none = try await recordedIssues { await sound.verify() }
        #expect(none == [])
        let images = [ImageFile("Bell", .gif([])), ImageFile("ball", .png([1])), ImageFile("ball", .png([2]))]
        let faulty = FeatureContract(ToyFeature(images: images, screen: shown))
        let messages = try await recordedIssues { await faulty.verify() }
        #expect(
            Set(messages) == [
                "feature 'toy' has two images with the name 'ball.png'",
                "feature 'toy' has the image 'Bell'; the contract expects a name of the form [a-z][a-z0-9-]*",
                "feature 'toy' shows the image 'ball.png', which is not among its 'images'",
            ])
    }

    @Test func `The contract names a field that gets the id of a row and has no role`() async throws {
        let mend = Button(ToyFeature.mend, arguments: ["toy": "Ball"])
        for (id, isFaulty) in [("Ball", true), ("Doll", false)] {
            let screen = Screen(
                title: "Toy", phase: .ready,
                elements: [.list(id: "toys", rows: [Row(id: id, title: "Ball", buttons: [mend])])])
            let messages = try await recordedIssues { await FeatureContract(ToyFeature(screen: screen)).verify() }
            let fault = "feature 'toy' gives the id of a row to 'toy' of 'mend', which has no role; add `.role(.row)`"
            #expect(messages.contains(fault) == isFaulty)
        }
    }

    @Test func `A launch without its required options records one issue`() async throws {
        let messages = try await recordedIssues { await FeatureContract(ToyFeature.Needy()).verify() }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("cannot be launched with the contract's options: ") == true)
        #expect(messages.first?.contains("owner") == true)
        #expect(
            try await recordedIssues { await FeatureContract(ToyFeature.Needy(), options: ["owner": "Kim"]).verify() }
                == [])
    }
}

/// A feature that keeps records and searches them, except where people choose one of them.
private struct ForgetfulFeature: RecordKeeping {
    struct Toy: Record {
        static let fields: [any FieldDeclaration] = [Field<String>("name", "Name", length: 1...40)]
        static let sample: [Toy] = []
        var id: String
        var name: String
    }
    static let manifest = FeatureManifest(
        id: "forgetful", title: "Toys", summary: "Lists toys.",
        options: [Field<String>("search", "Search", length: 0...80, default: "").role(.search)])

    func recordType(for options: Options) -> any Record.Type { Toy.self }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: { stage.screen.phase = .ready })
    }
}

/// A feature that is correct or has one of several faults.
private struct ToyFeature: Feature {
    enum Fault { case hangs, breaks, strays }
    struct Broken: Error, CustomStringConvertible { let description = "the spring is broken" }

    static let play = Action("play", "Play")
    static let rest = Action("rest", "Rest")
    static let scrap = Action("scrap", "Scrap", effect: .removes)
    static let mend = Action("mend", "Mend", fields: Field<String?>("toy", "Toy"))
    static let manifest = FeatureManifest(
        id: "toy", title: "Toy", summary: "Is played with.", actions: play, rest, scrap, mend)

    var fault: Fault?
    var images: [ImageFile] = []
    /// The screen that the feature shows, without the buttons that play and rest.
    var screen = Screen(title: "Toy", phase: .ready)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let (fault, latch) = (fault, Latch())
        stage.screen.title = "Toy"
        return Scene(
            owning: stage,
            start: {
                stage.screen = screen
                stage.screen.buttons += [Button(Self.play), Button(Self.rest)]
            }
        )
        .on(Self.play) { _ in
            if fault == .breaks { throw Broken() }
            if fault == .strays { stage.open(FeatureLink(feature: "toy", options: ["size": 1])) }
            // This wait ignores cancellation.
            if fault == .hangs { await latch.wait() }
        }
        .on(Self.rest) { _ in }
        .on(Self.scrap) { _ in }
        .on(Self.mend) { _ in }
    }

    /// A feature with a required option.
    struct Needy: Feature {
        static let owner = Field<String?>("owner", "Owner", length: 1...10)
        static let manifest = FeatureManifest(
            id: "needy", title: "Toy", summary: "Is somebody's.", options: [owner], actions: play, rest, scrap, mend)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            guard try options[Self.owner] != nil else { throw InputRefused(Self.owner, "say whose it is") }
            return try ToyFeature().launch(on: stage, options: options)
        }
    }
}

import FeatureKit
import FeatureTesting
import Foundation
import Testing

/// Tests of scenarios on a screen of a later version.
///
/// A test can expect and use the parts of the screen that this version knows.
@Suite(.timeLimit(.minutes(5))) struct FutureScreenTests {
    /// A feature that shows a screen decoded from JSON.
    private struct FutureFeature: Feature {
        static let feed = Action("feed", "Feed")
        static let pick = Action("pick", "Pick", fields: Field<String>("id", "Dog").role(.row))
        static let weigh = Action("weigh", "Weigh", fields: Field<Double?>("weight", "Weight"))
        static let manifest = FeatureManifest(
            id: "future", title: "Kennel", summary: "-", actions: feed, pick, weigh)
        static let json = #"""
            {"title":"Kennel","tone":"festive","weather":{"sun":1},"phase":{"kind":"dreaming","depth":2},"buttons":[],
             "elements":[
              {"kind":"carousel","id":"photos","title":"Photos","speed":3,"elements":[
               {"kind":"text","id":"words","text":"Rex at sea","style":"neon"},
               {"kind":"list","id":"dogs","select":"pick","rows":[
                {"id":"rex","title":"Rex","tone":"festive","buttons":[
                 {"action":"feed","title":"Feed","enabled":true,"role":"magic","glow":9}]}]},
               {"kind":"form","id":"scales","action":"weigh","values":{"weight":31.5},"submits":"thought"}]},
              {"kind":"hologram","id":"h","text":"A hologram","depth":4}]}
            """#

        let send = Stub<String, Void>()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let screen = try JSONDecoder().decode(Screen.self, from: Data(Self.json.utf8))
            return Scene(owning: stage, start: { stage.screen = screen })
                .on(Self.feed) { [send] _ in try await send("feed") }
                .on(Self.pick) { [send] input in try await send("pick \(input.values["id"] ?? "-")") }
                .on(Self.weigh) { [send] input in try await send("weigh \(input.values["weight"] ?? "-")") }
        }
    }

    @Test func `buttons, rows and forms in an element of an unknown kind can be used`() async throws {
        let feature = FutureFeature()
        try await withScenario(of: feature) { kennel in
            await kennel.expect(Screen())
            try await kennel.start()
            await kennel.skipFrames { $0.phase == .ready }
            try await kennel.press("Feed", inRow: "Rex")
            try await kennel.select("Rex")
            try await kennel.fill("scales", with: ["weight": 32])
        }
        #expect(feature.send.inputs == ["feed", "pick rex", "weigh 32"])
    }

    @Test func `elements of unknown kinds keep their texts, and unknown values become defaults`() async throws {
        try await withScenario(of: FutureFeature()) { kennel in
            try await kennel.start()
            await kennel.skipToSettled()
            let row = Row(id: "rex", title: "Rex", tone: .plain, buttons: [Button(FutureFeature.feed)])
            #expect((kennel.screen.title, kennel.screen.tone) == ("Kennel", .plain))
            guard case .unknown(let photos)? = kennel.screen.elements.first,
                case .unknown(let hologram)? = kennel.screen.elements.last
            else {
                Issue.record("expected two elements of unknown kinds, got \(kennel.screen.elements)")
                return
            }
            #expect((photos.kind, photos.title, hologram.text) == ("carousel", "Photos", "A hologram"))
            #expect(
                photos.elements == [
                    .text(id: "words", "Rex at sea"), .list(id: "dogs", rows: [row], select: FutureFeature.pick),
                    .form(FormElement(id: "scales", action: "weigh", values: ["weight": 31.5])),
                ])
        }
    }

    @Test func `the failure for a missing button also lists buttons in elements of unknown kinds`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: FutureFeature()) { kennel in
                try await kennel.start()
                await kennel.skipToSettled()
                try await kennel.press("Walk")
            }
        }
        #expect(messages.first?.contains("Its buttons: 'Feed' (feed) in rows.") == true)
    }
}

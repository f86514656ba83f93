import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantee 5: an action with a disabled button never reaches the presenter.
@Suite(.timeLimit(.minutes(5))) struct SessionDisabledTests {
    /// A feature with one action.
    ///
    /// The test chooses the buttons of the action.
    struct GatedFeature: Feature {
        static let share = Field<Double>("share", "Share", default: 0.5)
        static let give = Action("give", "Give", fields: share)
        static let manifest = FeatureManifest(id: "gated", title: "Gated", summary: "Gives.", actions: give)

        var buttons: [Button] = []
        var elements: [Element] = []
        let log = Log()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            (stage.screen.buttons, stage.screen.elements) = (buttons, elements)
            return Scene(owning: stage, start: { stage.screen.phase = .ready })
                .on(Self.give) { input in log.add("\(try input[Self.share])") }
        }
    }

    private func expectRefusal(
        of arguments: [String: FieldValue], by feature: GatedFeature, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            let error = await #expect(throws: FeatureError.self, sourceLocation: sourceLocation) {
                try await session.perform("give", arguments)
            }
            #expect(error?.code == .disabled, sourceLocation: sourceLocation)
            #expect(error?.message == "'Give' is disabled on the current screen.", sourceLocation: sourceLocation)
        }
        #expect(feature.log.entries == [], sourceLocation: sourceLocation)
    }

    private func expectAdmission(
        of arguments: [String: FieldValue], by feature: GatedFeature, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.perform("give", arguments)
        }
        #expect(feature.log.entries.count == 1, sourceLocation: sourceLocation)
    }

    private func button(_ arguments: [String: FieldValue] = [:], enabled: Bool) -> Button {
        Button(GatedFeature.give, arguments: arguments, enabled: enabled)
    }

    @Test func `the session accepts an action without a button on the screen`() async throws {
        try await expectAdmission(of: [:], by: GatedFeature())
    }

    @Test func `a disabled button without arguments refuses every call`() async throws {
        let feature = GatedFeature(buttons: [button(enabled: false)])
        try await expectRefusal(of: [:], by: feature)
        try await expectRefusal(of: ["share": 0.25], by: feature)
    }

    @Test(arguments: [FieldValue.integer(1), .decimal(1)])
    func `a disabled button refuses a call with an equal number, whole or decimal`(preset: FieldValue) async throws {
        let feature = GatedFeature(buttons: [button(["share": preset], enabled: false)])
        try await expectRefusal(of: ["share": 1], by: feature)
        try await expectRefusal(of: ["share": 1.0], by: feature)
        try await expectAdmission(of: ["share": 2], by: feature)
    }

    @Test func `a disabled button refuses a call whose defaults equal the arguments of the button`() async throws {
        let feature = GatedFeature(buttons: [button(["share": 0.5], enabled: false)])
        try await expectRefusal(of: [:], by: feature)
    }

    @Test func `if two buttons of an action fit a call, the button with more arguments decides`() async throws {
        let row = Row(id: "1", title: "One", buttons: [button(["share": 1], enabled: false)])
        var feature = GatedFeature(buttons: [button(enabled: true)], elements: [.list(id: "rows", rows: [row])])
        try await expectRefusal(of: ["share": 1], by: feature)
        try await expectAdmission(of: ["share": 2], by: feature)
        feature = GatedFeature(buttons: [button(enabled: false), button(["share": 1], enabled: true)])
        try await expectRefusal(of: ["share": 2], by: feature)
        try await expectAdmission(of: ["share": 1], by: feature)
    }

    @Test func `an action is enabled if one of several buttons with the same arguments is enabled`() async throws {
        let feature = GatedFeature(buttons: [button(enabled: false), button(enabled: true)])
        try await expectAdmission(of: [:], by: feature)
    }

    @Test func `a disabled button of a row or list refuses its action, and a phase's button is found`() async throws {
        let disabled = button(enabled: false)
        let row = Row(id: "1", title: "One", buttons: [disabled])
        try await expectRefusal(of: [:], by: GatedFeature(elements: [.list(id: "rows", rows: [row])]))
        try await expectRefusal(of: [:], by: GatedFeature(elements: [.list(id: "rows", rows: [], more: disabled)]))
        let screen = Screen(phase: .failed(message: "", retry: disabled))
        #expect(screen.allButtons == [disabled])
    }
}

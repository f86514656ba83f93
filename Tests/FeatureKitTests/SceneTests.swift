import FeatureKit
import FeatureTesting
import Testing

/// Tests the convenience methods for features that show a list.
@Suite(.timeLimit(.minutes(5))) struct SceneTests {
    private struct LoadingFeature: Feature {
        static let refresh = Action("refresh", "Refresh", effect: .reloads)
        static let manifest = FeatureManifest(id: "loading", title: "Loading", summary: "Loads.", actions: refresh)
        let latch = Latch()
        let log = Log()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let (latch, log, view) = (latch, log, ProbeScreen(stage: stage))
            return Scene(
                owning: view,
                start: {
                    log.add("load")
                    defer { log.add(Task.isCancelled ? "cancelled" : "loaded") }
                    if log.entries.count == 1 { try await latch.waitOrCancel() }
                    view.show("loaded")
                }, again: Self.refresh)
        }
    }

    @Test func `the action that repeats the start cancels a running start`() async throws {
        let feature = LoadingFeature()
        try await withSession(of: feature) { session in
            try await session.start()
            await feature.latch.arrival()
            let refreshing = Task { try await session.perform("refresh") }
            // Without the cancellation, the first start would run until the time limit of the suite.
            _ = try await session.settled(within: .seconds(3600))
            _ = try await refreshing.value
            #expect(feature.log.entries == ["load", "cancelled", "load", "loaded"])
        }
    }

    @Test func `an action can be declared with a list of fields or with its fields one by one`() {
        let fields: [any FieldDeclaration] = [ProbeFeature.count, ProbeFeature.note]
        let action = Action("set", "Set", fields: fields)
        #expect(action == ProbeFeature.set && action.fields.map(\.name) == ["count", "note"])
    }

    @Test func `the phase failed has a retry button for the given action`() {
        let retry = Button(action: "first", title: "Try again")
        #expect(Phase.failed("No", retry: ProbeFeature.first) == .failed(message: "No", retry: retry))
    }
}

import FeatureKit
import FeatureTesting
import Testing

/// A minimal feature that counts.
///
/// It is the subject of the tests of scenarios.
struct CounterFeature: Feature {
    static let increment = Action("increment", "Count up")
    static let greet = Action("greet", "Greet")
    static let stall = Action("stall", "Stall")
    static let load = Action("load", "Load")
    static let manifest = FeatureManifest(
        id: "counter", title: "Counter", summary: "Counts.", actions: increment, greet, stall, load)

    /// The action `stall` and the changes wait at this latch.
    var latch = Latch()
    /// A sequence of new values of the count.
    var changes: AsyncStream<Int>?

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let latch = latch
        stage.screen.title = "Counter"
        return Scene(
            owning: stage,
            start: {
                stage.screen.phase = .ready
                stage.screen.elements = [Self.row(0)]
            }
        )
        .on(Self.increment) { _ in stage.screen.elements = [Self.row(stage.screen.elements.count)] }
        .on(Self.greet) { _ in stage.announce(Notice("Hello", tone: .positive)) }
        .on(Self.stall) { _ in await latch.wait() }
        .on(Self.load) { _ in stage.screen.phase = .loading }
        .following(changes) { count in
            await latch.wait()
            stage.screen.elements = [Self.row(count)]
        }
    }

    static func row(_ count: Int) -> Element {
        .list(id: "count", rows: [Row(id: "1", title: "\(count)", values: ["count": .integer(count), "unit": "dogs"])])
    }
}

extension Scenario {
    /// Expects the first frames of a counter.
    func expectStart() async throws {
        await expect { $0.title = "Counter" }
        try await start()
        await expect {
            $0.phase = .ready
            $0.elements = [CounterFeature.row(0)]
        }
    }
}

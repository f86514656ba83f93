import CellsFeature
import CircleDrawerFeature
import CounterFeature
import CrudFeature
import FeatureKit
import FeatureTesting
import FlightBookerFeature
import ReindexFeature
import TemperatureFeature
import Testing
import TimerFeature

/// Runs the scripts of all gallery features in scenarios.
///
/// The file `test_gallery.py` in Tests/Browser runs the same scripts at the other front ends.
@Suite(.timeLimit(.minutes(5))) struct GalleryScriptTests {
    /// Creates the features that have scripts.
    static func features(clock: ManualClock = ManualClock()) -> [any Feature] {
        [
            CounterFeature(), TemperatureFeature(), FlightBookerFeature(), TimerFeature(clock: clock), CrudFeature(),
            CircleDrawerFeature(), CellsFeature(), ReindexFeature(clock: clock),
        ]
    }

    @Test(arguments: features().map(\.manifest.id))
    func `every screen of a scenario matches the script`(id: String) async throws {
        let scripts = try GalleryScripts(of: id)
        #expect(scripts.feature == id && !scripts.scripts.isEmpty)
        for script in scripts.scripts {
            let clock = ManualClock()
            let feature = try #require(Self.features(clock: clock).first { $0.manifest.id == id })
            try await withScenario(of: feature) { scenario in
                try await scenario.start()
                await scenario.skipToSettled()
                var statement = script.shows
                #expect(statement.faults(on: scenario.screen) == [], "\(script.name): at the beginning")
                var begun: ScenarioCall?
                for (number, step) in script.steps.enumerated() {
                    let place: Comment = "\(script.name): step \(number + 1)"
                    var (said, refused): ([String], Set<String>) = ([], [])
                    do { said = try await scenario.perform(step, &begun) } catch let error as InputRefused {
                        refused = Set(error.fields.keys)
                    }
                    #expect(said == step.says ?? [] && refused == Set(step.refused ?? []), place)
                    await scenario.wait(after: step, clock: clock)
                    scenario.skipNotices()
                    statement.add(step.shows)
                    let work = await scenario.session.work.map(\.title)
                    #expect(statement.faults(on: scenario.screen, running: work) == [], place)
                }
            }
        }
    }

    @Test func `a script reports a screen that differs from its expectations`() throws {
        let statement = try #require(GalleryScripts(of: "flight-booker").scripts.first).shows
        #expect(
            statement.faults(on: Screen(buttons: [Button(action: "book", title: "Book", enabled: false)])).count == 6)
    }

    /// Reindexing takes longer than the contract waits.
    @Test(arguments: features().filter { !($0 is ReindexFeature) }.map { FeatureContract($0) })
    func `every task fulfils the contract of features`(contract: FeatureContract) async {
        await contract.verify()
    }
}

extension Scenario {
    /// Performs a step, and returns the texts of its notices.
    ///
    /// - Parameter begun: The call that an earlier step began and a later one cancels.
    fileprivate func perform(_ step: GalleryScript.Step, _ begun: inout ScenarioCall?) async throws -> [String] {
        if step.cancel != nil {
            let call = try #require(begun)
            try await call.cancel()
            let error = await #expect(throws: FeatureError.self) { try await call.answer() }
            #expect(error?.code == .cancelled)
            return []
        }
        let call = try await begin(step.intent)
        guard step.begin != nil else { return try await call.answer().notices.map(\.text) }
        begun = call
        return []
    }

    /// Lets the time pass that follows a step, and waits until the feature has settled or its work waits for the clock.
    fileprivate func wait(after step: GalleryScript.Step, clock: ManualClock) async {
        guard step.begin == nil else { return await clock.sleepers() }
        for _ in 0..<Int(((step.seconds ?? 0) * 10).rounded()) {
            await clock.advance(by: .milliseconds(100))
            // The feature sleeps again after it has drawn.
            await clock.sleepers()
        }
        await skipToSettled()
    }
}

extension GalleryScript.Step {
    /// The step of a scenario.
    fileprivate var intent: Intent {
        if let button = press ?? begin { return .press(button) }
        if let row = select { return .select(row, in: self.in) }
        if let place = tap { return .submit("tap", ["x": .decimal(place[0]), "y": .decimal(place[1])]) }
        if let cell { return .edit(cell[1], inRow: cell[0], to: text.map { .text($0) }) }
        let texts = self.type ?? [:]
        return .fill(
            self.in ?? "", with: texts.compactMapValues { $0.map { .text($0) } },
            emptying: Set(texts.filter { $0.value == nil }.keys))
    }
}

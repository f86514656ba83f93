import CellsFeature
import CircleDrawerFeature
import CounterFeature
import CrudFeature
import FeatureKit
import FeatureTesting
import FlightBookerFeature
import TemperatureFeature
import Testing
import TimerFeature

/// Runs the scripts of all gallery features in scenarios.
///
/// The file `test_gallery.py` in Tests/Browser runs the same scripts at the other front ends.
@Suite(.timeLimit(.minutes(5))) struct GalleryScriptTests {
    static let features: [any Feature] = [
        CounterFeature(), TemperatureFeature(), FlightBookerFeature(), CrudFeature(),
        CircleDrawerFeature(), CellsFeature(),
    ]
    /// A feature without a script, because its screen changes by itself.
    static let timer = TimerFeature(clock: ManualClock())

    @Test(arguments: features.map(\.manifest.id))
    func `every screen of a scenario matches the script`(id: String) async throws {
        let feature = try #require(Self.features.first { $0.manifest.id == id })
        let scripts = try GalleryScripts(of: id)
        #expect(scripts.feature == id && !scripts.scripts.isEmpty)
        for script in scripts.scripts {
            try await withScenario(of: feature) { scenario in
                try await scenario.start()
                await scenario.skipToSettled()
                var statement = script.shows
                #expect(statement.faults(on: scenario.screen) == [], "\(script.name): at the beginning")
                for (number, step) in script.steps.enumerated() {
                    let place: Comment = "\(script.name): step \(number + 1)"
                    var (said, refused): ([String], Set<String>) = ([], [])
                    do { said = try await scenario.perform(step).notices.map(\.text) } catch let error as InputRefused {
                        refused = Set(error.fields.keys)
                    }
                    #expect(said == step.says ?? [] && refused == Set(step.refused ?? []), place)
                    await scenario.skipToSettled()
                    scenario.skipNotices()
                    statement.add(step.shows)
                    #expect(statement.faults(on: scenario.screen) == [], place)
                }
            }
        }
    }

    @Test func `a script reports a screen that differs from its expectations`() throws {
        let statement = try #require(GalleryScripts(of: "flight-booker").scripts.first).shows
        #expect(
            statement.faults(on: Screen(buttons: [Button(action: "book", title: "Book", enabled: false)])).count == 6)
    }

    @Test(arguments: (features + [timer]).map { FeatureContract($0) })
    func `every task fulfils the contract of features`(contract: FeatureContract) async {
        await contract.verify()
    }
}

extension Scenario {
    /// Performs a step.
    fileprivate func perform(_ step: GalleryScript.Step) async throws -> Answer {
        if let button = step.press { return try await press(button) }
        if let row = step.select { return try await select(row, in: step.in) }
        if let place = step.tap {
            return try await submit("tap", ["x": .decimal(place[0]), "y": .decimal(place[1])])
        }
        if let cell = step.cell { return try await edit(cell[1], inRow: cell[0], to: step.text.map { .text($0) }) }
        let texts = step.type ?? [:]
        return try await fill(
            step.in ?? "", with: texts.compactMapValues { $0.map { .text($0) } },
            emptying: Set(texts.filter { $0.value == nil }.keys))
    }
}

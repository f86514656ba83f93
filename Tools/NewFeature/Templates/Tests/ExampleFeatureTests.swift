import ExampleFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExampleFeatureTests {
    @Test(arguments: [
        (StubExampleService { Example.sample }, "SHOWN"),
        (StubExampleService { [] }, "empty"),
        (StubExampleService { throw InputRefused(["it": "is away"]) }, "The entries could not be loaded: it: is away"),
    ])
    func `entries, none and a failure are shown as such`(service: StubExampleService, shown: String) async {
        let view = RecordingExampleView()
        let presenter = ExamplePresenter(service: service)
        presenter.attach(view)
        await presenter.load()
        #expect(view.calls == ["loading", shown])
    }

    // Every frame is stated: one that is not fails the test.
    @Test func `people see entries loaded, then theirs added`() async throws {
        let resources = RecordResources(files: NoFiles(), makeID: { "new" })
        let both = [Button(action: "add", title: "Add", role: .primary), Button(action: "refresh", title: "Refresh")]
        try await withScenario(of: ExampleFeature(resources: resources)) { scenario in
            await scenario.expect { ($0.title, $0.buttons) = ("Example Title", both) }
            try await scenario.start()
            var rows = Example.sample.map(ExamplePresenter.row)
            await scenario.expect { ($0.phase, $0.elements) = (.ready, [.list(id: "entries", rows: rows)]) }
            try await scenario.perform("add", rows[0].values)
            rows.append(Row(id: "new", title: rows[0].title, detail: rows[0].detail, values: rows[0].values))
            await scenario.expect { $0.elements = [.list(id: "entries", rows: rows)] }
        }
    }
}

/// Writes down what it is told.
final class RecordingExampleView: RecordingView<String>, ExampleView {
    func startLoading() { record("loading") }
    func setEntries(_ rows: [Row]) { record(rows.map { "\($0.title) / \($0.detail ?? "")" }.joined(separator: "; ")) }
    func setEmpty() { record("empty") }
    func showFailure(_ message: String) { record(message) }
}

/// Answers what a test wants.
struct StubExampleService: ExampleService {
    let load: @Sendable () throws -> [Example]

    func all() async throws -> [Example] { try load() }
    func add(_ entry: Example) async throws {}
}

public import ExampleFeature
import FeatureKit
import FeatureStorage
public import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExampleFeatureTests {
    @Test func `entries, an empty list and a failure are shown`() async {
        let (service, view) = (StubRecords<Example>(), RecordingExampleView())
        let presenter = ExamplePresenter(service: service)
        presenter.attach(view)
        await presenter.load()
        service.load.returns([])
        await presenter.load()
        #expect(view.takeCalls() == ["loading", "SHOWN", "loading", "empty"])
        service.load.fails(with: InputRefused(["it": "is away"]))
        await presenter.load()
        #expect(view.takeCalls() == ["loading", "The entries could not be loaded: it: is away"])
    }

    // The test lists every frame. If the feature makes a frame that is not in the list, the test fails.
    @Test func `entries are loaded, and a new entry is added`() async throws {
        let feature = ExampleFeature(resources: RecordResources(files: NoFiles(), makeID: { "new" }))
        let both = [Button(action: "add", title: "Add", role: .primary), Button(action: "refresh", title: "Refresh")]
        let rows = RecordPage(Example.sample).records.map { linked(ExamplePresenter.row($0)) }
        try await withScenario(of: feature) { scenario in
            await scenario.expect { ($0.title, $0.buttons) = ("Example Title", both) }
            try await scenario.start()
            await scenario.expect { ($0.phase, $0.elements) = (.ready, table(rows)) }
            let added = linked(Row(id: "new", title: rows[0].title, detail: rows[0].detail, values: rows[0].values))
            try await scenario.submit("Add", added.values) { $0.elements = table(rows + [added]) }
        }
    }

    /// Returns a row with the link to its page.
    private func linked(_ row: Row) -> Row {
        var row = row
        row.opens = FeatureLink(feature: "example-id", options: ["id": .text(row.id)])
        return row
    }

    /// The table below the form that searches it.
    private func table(_ rows: [Row]) -> [Element] {
        let columns = [
            // COLUMNS
        ]
        return [ExampleFeature.browsing.form(), .list(id: "entries", rows: rows, columns: columns)]
    }
}

extension StubRecords<Example>: ExampleService {}

/// A view that records the presenter's calls, except for notices and the end of a load.
final class RecordingExampleView: RecordingView<String>, ExampleView {
    func startLoading() { record("loading") }
    func finishLoading() {}
    func setEntries(_ rows: [Row], hasMore: Bool) {
        record(rows.map { "\($0.title) / \($0.detail ?? "")" }.joined(separator: "; "))
    }
    func setEmpty() { record("empty") }
    func showFailure(_ message: String) { record(message) }
    func announce(_ notice: Notice) {}
}

import CounterFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CounterTests {
    final class View: RecordingView<String>, CounterView {
        func showCount(_ count: String) { record(count) }
    }

    @Test func `the presenter counts from 0 in steps of one`() async {
        let (presenter, view) = (CounterPresenter(), View())
        presenter.attach(view)
        await presenter.show()
        presenter.count()
        presenter.count()
        #expect(view.calls == ["0", "1", "2"])
        presenter.detach()
        presenter.count()
        #expect(view.calls.count == 3)
    }

    @Test func `a new counter shows 0, and its button adds one`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            await counter.expect { $0.title = "Counter" }
            try await counter.start()
            await counter.expect {
                $0.phase = .ready
                $0.elements = [.text(id: "count", "0", style: .headline)]
                $0.buttons = [Button(action: "count", title: "Count", role: .primary)]
            }
            try await counter.press("Count") { $0.elements = [.text(id: "count", "1", style: .headline)] }
        }
    }
}

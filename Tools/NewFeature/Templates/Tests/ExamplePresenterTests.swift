public import ExampleFeature
import FeatureKit
import FeatureStorage
public import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExamplePresenterTests {
    let service = StubRecords<Example>()
    let view = RecordingExampleView()

    private func presenter() -> ExamplePresenter {
        let presenter = ExamplePresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter loads the entries, then shows them`() async {
        await presenter().load()
        let entries = RecordPage(Example.sample).records.map(ExampleViewData.init)
        #expect(entries.map(\.title) == ["SHOWN1", "SHOWN2"])
        #expect(view.calls == [.startLoading, .finishLoading, .setEntries(entries)])
    }

    @Test func `if there are no entries, the view shows that the list is empty`() async {
        service.load.returns([])
        await presenter().load()
        #expect(view.calls == [.startLoading, .finishLoading, .setEmpty])
    }

    @Test func `if the service fails, the view shows a failure and not the empty list`() async {
        service.load.fails(with: InputRefused(["it": "is away"]))
        await presenter().load()
        let message = "The entries could not be loaded: it: is away"
        #expect(view.calls == [.startLoading, .finishLoading, .showFailure(message)])
    }

    @Test func `an entry that has changed since the person saw it is neither edited nor removed`() async {
        let (presenter, seen) = (presenter(), Int64(99))
        await #expect(throws: InputRefused.self) { try await presenter.edit("1", seen: seen) { _ in } }
        await #expect(throws: InputRefused.self) { try await presenter.remove([ChosenRecord(id: "1", revision: seen)]) }
    }
}

/// A view that records the presenter's calls.
final class RecordingExampleView: RecordingView<RecordingExampleView.Call>, ExampleView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmpty
        case setEntries([ExampleViewData])
        case setEntry(ExampleViewData?)
        case showFailure(String)
        case announce(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setEntries(_ entries: [ExampleViewData], hasMore: Bool) { record(.setEntries(entries)) }
    func setEmpty() { record(.setEmpty) }
    func setEntry(_ entry: ExampleViewData?) { record(.setEntry(entry)) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}

extension StubRecords<Example>: ExampleService {}

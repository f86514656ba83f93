import FeatureTesting
import Testing

/// A view that records its calls.
@Suite(.timeLimit(.minutes(5))) struct RecordingViewTests {
    enum Call: Equatable { case startLoading, show(String) }

    @Test func `calls are kept in order until they are taken`() {
        let view = RecordingView<Call>()
        #expect(view.calls == [])
        view.record(.startLoading)
        view.record(.show("Rex"))
        #expect(view.calls == [.startLoading, .show("Rex")])
        #expect(view.takeCalls() == [.startLoading, .show("Rex")])
        #expect(view.calls == [])
        view.record(.show("Rex"))
        #expect(view.takeCalls() == [.show("Rex")])
    }
}

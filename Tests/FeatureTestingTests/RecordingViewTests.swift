import FeatureTesting
import Testing

/// Tests of a view that records its calls.
@Suite(.timeLimit(.minutes(5))) struct RecordingViewTests {
    enum Call: Equatable { case startLoading, show(String) }

    @Test func `the view records calls in order until the test takes them`() {
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

/// A view that draws nothing and writes down what it was told: the base of a feature's recording view.
///
/// ```swift
/// final class RecordingDoggyView: RecordingView<RecordingDoggyView.Call>, DoggyView {
///     enum Call: Equatable { case startLoading, finishLoading, setDoggies([DoggyViewData]), setEmpty }
///     func startLoading() { record(.startLoading) }
///     // one line for each requirement of the view protocol
/// }
///
/// await presenter.load()
/// #expect(view.calls == [.startLoading, .finishLoading, .setEmpty])
/// ```
open class RecordingView<Call: Equatable> {
    /// Every call so far, in order.
    public private(set) var calls: [Call] = []

    /// Creates a view that has been told nothing.
    public init() {}

    /// Writes a call down.
    public final func record(_ call: Call) {
        calls.append(call)
    }

    /// Returns the calls so far and forgets them.
    public final func takeCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }
}

/// The base class of a view for tests.
///
/// The view records its calls and draws nothing.
///
/// ```swift
/// final class RecordingGameView: RecordingView<RecordingGameView.Call>, GameView {
///     enum Call: Equatable { case paused, game(String), failure(String) }
///     func showPaused() { record(.paused) }
///     func updateGame(_ game: GameViewData) { record(.game(game.name)) }
///     func showFailure(_ message: String) { record(.failure(message)) }
/// }
///
/// await presenter.load()
/// #expect(view.calls == [.startLoading, .finishLoading, .setEmpty])
/// ```
open class RecordingView<Call: Equatable> {
    /// All calls so far, in order.
    public private(set) var calls: [Call] = []

    /// Creates a view that has recorded no calls.
    public init() {}

    /// Records a call.
    public final func record(_ call: Call) {
        calls.append(call)
    }

    /// Returns the calls so far and removes them.
    public final func takeCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }
}

/// Counts the time up to a length, and goes on when the length grows.
public final class TimerPresenter {
    private weak var view: (any TimerView)?
    private var (elapsed, length) = (Duration.zero, Duration.seconds(15))

    /// Creates a presenter that has no view yet.
    public init() {}

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any TimerView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the time.
    public func show() async { showTime() }

    /// Adds the time since the last call, up to the length.
    public func advance(by time: Duration) {
        guard elapsed < length else { return }
        elapsed = min(length, elapsed + time)
        showTime()
    }

    /// Sets the length in seconds.
    public func setLength(_ seconds: Double) {
        length = .seconds(seconds)
        showTime()
    }

    /// Begins again.
    public func reset() {
        elapsed = .zero
        showTime()
    }

    private func showTime() {
        let (elapsed, length) = (elapsed / .seconds(1), length / .seconds(1))
        view?.showTime(elapsed: min(elapsed, length), of: length)
    }
}

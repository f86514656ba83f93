/// Counts from 0.
public final class CounterPresenter {
    private weak var view: (any CounterView)?
    private var value = 0

    /// Creates a presenter without a view.
    public init() {}

    /// Attaches the view; the presenter does not keep it alive.
    public func attach(_ view: any CounterView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the count.
    public func show() async { view?.showCount("\(value)") }

    /// Adds one.
    public func count() {
        value += 1
        view?.showCount("\(value)")
    }
}

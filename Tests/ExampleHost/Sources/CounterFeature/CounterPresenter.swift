/// Counts from 0 in steps of one.
public final class CounterPresenter {
    private weak var view: (any CounterView)?
    private var value = 0

    /// Creates a presenter that has no view yet.
    public init() {}

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any CounterView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the count.
    public func show() async { view?.showCount("\(value)") }

    /// Adds one to the count and shows it.
    public func count() {
        value += 1
        view?.showCount("\(value)")
    }
}

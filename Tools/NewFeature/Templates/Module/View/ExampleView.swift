public import FeatureKit

/// What shows entries, on whatever toolkit.
public protocol ExampleView: AnyObject {
    /// A load has begun.
    func startLoading()
    /// The load has ended.
    func finishLoading()
    /// Shows entries, at least one, and whether there are more behind them.
    func setEntries(_ rows: [Row], hasMore: Bool)
    /// Shows that there are none.
    func setEmpty()
    /// Shows that they could not be loaded, and why.
    func showFailure(_ message: String)
    /// Tells news in passing.
    func announce(_ notice: Notice)
}

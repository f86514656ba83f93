public import FeatureKit

/// What shows entries, on whatever toolkit.
public protocol ExampleView: AnyObject {
    /// Entries are on their way.
    func startLoading()
    /// Shows entries; there is at least one.
    func setEntries(_ rows: [Row])
    /// Shows that there are none.
    func setEmpty()
    /// Shows that they could not be had, and why.
    func showFailure(_ message: String)
}

public import FeatureKit

/// A view that shows entries.
///
/// Any toolkit can implement this protocol.
public protocol ExampleView: AnyObject {
    /// A load has begun.
    func startLoading()
    /// The load has ended.
    func finishLoading()
    /// Shows entries, at least one, and whether more follow.
    func setEntries(_ entries: [ExampleViewData], hasMore: Bool)
    /// Shows that there are no entries.
    func setEmpty()
    /// Shows one entry alone, or that it was deleted.
    func setEntry(_ entry: ExampleViewData?)
    /// Shows why the entries could not be loaded.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

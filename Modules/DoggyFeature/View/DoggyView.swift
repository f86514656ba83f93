public import FeatureKit

/// Shows dogs, with any toolkit.
public protocol DoggyView: AnyObject {
    /// Shows that a load has begun.
    func startLoading()
    /// Shows that the load has ended.
    func finishLoading()
    /// Sets whether more dogs follow the ones to show next.
    func offerMore(_ isThereMore: Bool)
    /// Shows dogs, at least one.
    func setDoggies(_ doggies: [DoggyViewData])
    /// Shows that there are no dogs.
    func setEmpty()
    /// Shows why the dogs cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

public import FeatureKit

/// Shows dogs.
///
/// Any user interface toolkit can implement this protocol.
public protocol DoggyView: AnyObject {
    /// Shows that loading has begun.
    func startLoading()
    /// Shows that loading has ended.
    func finishLoading()
    /// Sets whether the list offers to load more dogs.
    ///
    /// The presenter calls this method before ``setDoggies(_:)``.
    func offerMore(_ isThereMore: Bool)
    /// Shows a list of one or more dogs.
    func setDoggies(_ doggies: [DoggyViewData])
    /// Shows that there are no dogs.
    func setEmpty()
    /// Shows one dog alone, or that it was deleted.
    func setDoggy(_ dog: DoggyViewData?)
    /// Shows the reason why the dogs cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

public import FeatureKit

/// What shows dogs, on whatever toolkit.
public protocol DoggyView: AnyObject {
    /// Dogs are on their way.
    func startLoading()
    /// Nothing is on its way any more.
    func finishLoading()
    /// Says whether there are more dogs than those that are shown next.
    func offerMore(_ isThereMore: Bool)
    /// Shows dogs; there is at least one.
    func setDoggies(_ doggies: [DoggyViewData])
    /// Shows that there are no dogs.
    func setEmpty()
    /// Shows that the dogs could not be had, and why.
    func showFailure(_ message: String)
    /// Says something in passing.
    func announce(_ notice: Notice)
}

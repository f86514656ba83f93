public import FeatureKit

/// What shows people, on whatever toolkit.
public protocol UserView: AnyObject {
    /// People are on their way.
    func startLoading()
    /// Nothing is on its way any more.
    func finishLoading()
    /// Says whether there are more people than those that are shown next.
    func offerMore(_ isThereMore: Bool)
    /// Shows people; there is at least one.
    func setUsers(_ users: [UserViewData])
    /// Shows that there is nobody.
    func setEmptyUsers()
    /// Shows that the people could not be had, and why.
    func showFailure(_ message: String)
    /// Says something in passing.
    func announce(_ notice: Notice)
}

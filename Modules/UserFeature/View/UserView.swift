public import FeatureKit

/// Shows users.
///
/// Any user interface toolkit can implement this protocol.
public protocol UserView: AnyObject {
    /// Shows that loading has begun.
    func startLoading()
    /// Shows that loading has ended.
    func finishLoading()
    /// Sets whether the list offers to load more users.
    ///
    /// The presenter calls this method before ``setUsers(_:)``.
    func offerMore(_ isThereMore: Bool)
    /// Shows a list of one or more users.
    func setUsers(_ users: [UserViewData])
    /// Shows that there are no users.
    func setEmptyUsers()
    /// Shows one user alone, or that the user was deleted.
    func setUser(_ user: UserViewData?)
    /// Shows the reason why the users cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

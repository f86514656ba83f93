public import FeatureKit

/// Shows users, with any toolkit.
public protocol UserView: AnyObject {
    /// Shows that a load has begun.
    func startLoading()
    /// Shows that the load has ended.
    func finishLoading()
    /// Sets whether more users follow the ones to show next.
    func offerMore(_ isThereMore: Bool)
    /// Shows users, at least one.
    func setUsers(_ users: [UserViewData])
    /// Shows that there are no users.
    func setEmptyUsers()
    /// Shows why the users cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

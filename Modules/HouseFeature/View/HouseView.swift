public import FeatureKit

/// Shows houses.
///
/// Any user interface toolkit can implement this protocol.
public protocol HouseView: AnyObject {
    /// Shows that loading has begun.
    func showHUD()
    /// Shows that loading has ended.
    func hideHUD()
    /// Sets whether the list offers to load more houses.
    ///
    /// The presenter calls this method before ``setHouses(_:)``.
    func offerMore(_ isThereMore: Bool)
    /// Shows a list of one or more houses.
    func setHouses(_ houses: [HouseViewData])
    /// Shows that there are no houses.
    func setEmptyHouses()
    /// Shows one house alone, or that it was deleted.
    func setHouse(_ house: HouseViewData?)
    /// Shows the reason why the houses cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

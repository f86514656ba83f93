public import FeatureKit

/// Shows houses, with any toolkit.
public protocol HouseView: AnyObject {
    /// Shows that a load has begun.
    func showHUD()
    /// Shows that the load has ended.
    func hideHUD()
    /// Sets whether more houses follow the ones to show next.
    func offerMore(_ isThereMore: Bool)
    /// Shows houses, at least one.
    func setHouses(_ houses: [HouseViewData])
    /// Shows that there are no houses.
    func setEmptyHouses()
    /// Shows why the houses cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}

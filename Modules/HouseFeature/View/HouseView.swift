public import FeatureKit

/// What shows houses, on whatever toolkit.
public protocol HouseView: AnyObject {
    /// Houses are on their way.
    func showHUD()
    /// Nothing is on its way any more.
    func hideHUD()
    /// Says whether there are more houses than those that are shown next.
    func offerMore(_ isThereMore: Bool)
    /// Shows houses; there is at least one.
    func setHouses(_ houses: [HouseViewData])
    /// Shows that there are no houses.
    func setEmptyHouses()
    /// Shows that the houses could not be had, and why.
    func showFailure(_ message: String)
    /// Says something in passing.
    func announce(_ notice: Notice)
}

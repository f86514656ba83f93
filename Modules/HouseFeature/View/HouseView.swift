/// What shows houses, on whatever toolkit.
public protocol HouseView: AnyObject {
    /// Houses are on their way.
    func showHUD()
    /// Nothing is on its way any more.
    func hideHUD()
    /// Shows houses; there is at least one.
    func setHouses(_ houses: [HouseViewData])
    /// Shows that there are no houses.
    func setEmptyHouses()
    /// Shows that the houses could not be had, and why.
    func showFailure(_ message: String)
}

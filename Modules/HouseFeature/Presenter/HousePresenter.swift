/// Shows the houses.
public final class HousePresenter {
    private let service: any HouseService
    private weak var view: (any HouseView)?

    /// Creates a presenter without a view.
    public init(service: any HouseService) {
        self.service = service
    }

    /// Attaches the view that is told from now on; the presenter does not keep it alive.
    public func attach(_ view: any HouseView) {
        self.view = view
    }

    /// Detaches the view: nobody is told from now on.
    public func detach() {
        view = nil
    }

    /// Loads the houses and shows them.
    public func showHouses() async {
        view?.showHUD()
        do {
            let houses = try await service.houses()
            try Task.checkCancellation()
            view?.hideHUD()
            if houses.isEmpty { view?.setEmptyHouses() } else { view?.setHouses(houses.map(HouseViewData.init)) }
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            view?.hideHUD()
            view?.showFailure("The houses could not be loaded: \(error)")
        }
    }
}

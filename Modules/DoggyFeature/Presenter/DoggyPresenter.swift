/// Shows the dogs and has them adopted.
public final class DoggyPresenter {
    private let service: any DoggyService
    private weak var view: (any DoggyView)?
    private var doggies: [DoggyViewData]?

    /// Creates a presenter without a view.
    public init(service: any DoggyService) {
        self.service = service
    }

    /// Attaches the view that is told from now on; the presenter does not keep it alive.
    public func attach(_ view: any DoggyView) {
        self.view = view
    }

    /// Detaches the view: nobody is told from now on.
    public func detach() {
        view = nil
    }

    /// Loads the dogs and shows them.
    public func showDoggies() async {
        view?.startLoading()
        do {
            let dogs = try await service.dogs()
            try Task.checkCancellation()
            view?.finishLoading()
            show(dogs.map(DoggyViewData.init))
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            view?.finishLoading()
            view?.showFailure("The dogs could not be loaded: \(error)")
        }
    }

    /// Adopts a dog and shows it after the others.
    public func adopt(name: String, breed: Breed, age: Int) async throws {
        let dog = try await service.adopt(name: name, breed: breed, age: age)
        if let doggies { show(doggies + [DoggyViewData(dog)]) } else { await showDoggies() }
    }

    private func show(_ doggies: [DoggyViewData]) {
        self.doggies = doggies
        if doggies.isEmpty { view?.setEmpty() } else { view?.setDoggies(doggies) }
    }
}

import FeatureKit
public import FeatureStorage

/// Lists the dogs and has them adopted, renamed and released.
public final class DoggyPresenter: ListPresenter {
    /// The dogs that are listed.
    public let records: LiveRecords<Dog>
    private weak var view: (any DoggyView)?

    /// Creates a presenter without a view.
    public init(service: any DoggyService) {
        records = LiveRecords(service, named: "dogs")
        records.report(to: self, by: DoggyPresenter.show)
    }

    /// Attaches the view to tell from now on; the presenter does not keep it alive.
    public func attach(_ view: any DoggyView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Adopts a dog.
    public func adopt(name: String, breed: Breed, age: Int) async throws {
        try await records.insert(Dog(id: records.makeID(), name: name, breed: breed, age: age))
    }

    /// Makes a dog a year older.
    public func celebrateBirthday(of id: String) async throws {
        try await records.change(id) { dog in
            guard dog.age < Dog.ageLimit else {
                throw InputRefused(["id": "\(dog.name) is \(dog.age), the greatest age that is kept"])
            }
            dog.age += 1
        }
    }

    /// Gives a dog another name, unless it was changed since the person saw it.
    public func rename(_ id: String, to name: String, seen revision: Int64?) async throws {
        try await records.change(id, seen: revision) { $0.name = name }
    }

    /// Lets a dog go, unless it was changed since the person saw it.
    public func release(_ id: String, seen revision: Int64?) async throws {
        try await records.remove(id, seen: revision)
    }

    private func show(_ event: LiveRecords<Dog>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records(let dogs, let hasMore):
            view?.offerMore(hasMore)
            if dogs.isEmpty { view?.setEmpty() } else { view?.setDoggies(dogs.map(DoggyViewData.init)) }
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

import FeatureKit
public import FeatureStorage

/// Lists dogs, and lets people adopt, edit and release them.
public final class DoggyPresenter: ListPresenter {
    /// The dogs in the list.
    public let records: LiveRecords<Dog>
    private weak var view: (any DoggyView)?

    /// Creates a presenter that has no view yet.
    public init(service: any DoggyService) {
        records = LiveRecords(service, named: "dogs")
        records.report(to: self, by: DoggyPresenter.show)
    }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any DoggyView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Adopts a dog.
    public func adopt(name: String, breed: Breed, age: Int) async throws {
        try await records.insert(Dog(id: records.makeID(), name: name, breed: breed, age: age))
    }

    /// Adds a year to a dog's age.
    public func celebrateBirthday(of id: String) async throws {
        try await records.change(id) { dog in
            guard dog.age < Dog.ageLimit else {
                throw InputRefused(["id": "\(dog.name) is \(dog.age), the maximum age"])
            }
            dog.age += 1
        }
    }

    /// Edits a dog, unless it has changed since the person saw it.
    public func edit(_ id: String, seen revision: Int64?, _ edit: (inout Dog) throws -> Void) async throws {
        try await records.change(id, seen: revision, edit)
    }

    /// Releases dogs, unless one of them has changed since the person saw it.
    public func release(_ dogs: [ChosenRecord]) async throws { try await records.remove(dogs) }

    private func show(_ event: LiveRecords<Dog>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records(let dogs, let hasMore):
            view?.offerMore(hasMore)
            if dogs.isEmpty { view?.setEmpty() } else { view?.setDoggies(dogs.map(DoggyViewData.init)) }
        case .record(let dog): view?.setDoggy(dog.map(DoggyViewData.init))
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

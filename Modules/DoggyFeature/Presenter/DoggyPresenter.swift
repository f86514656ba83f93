import FeatureKit
public import FeatureStorage

/// Shows the dogs page by page, keeps them current, and has them adopted, renamed and released.
public final class DoggyPresenter {
    private let service: any DoggyService
    private weak var view: (any DoggyView)?
    private var dogs: RecordList<Dog>?
    private var hasFailed = false

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

    /// Loads the dogs and shows them, as many as were shown before.
    public func showDoggies() async {
        view?.startLoading()
        do {
            let page = try await service.dogs(after: nil, limit: dogs?.reloadLimit ?? RecordCollection<Dog>.pageSize)
            try Task.checkCancellation()
            (dogs, hasFailed) = (RecordList(page), false)
            view?.finishLoading()
            show()
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            hasFailed = true
            view?.finishLoading()
            view?.showFailure("The dogs could not be loaded: \(error)")
        }
    }

    /// Shows the next page after those that are shown.
    public func showMore() async throws {
        guard let place = dogs?.next, let limit = dogs?.pageLimit else { return }
        dogs?.append(try await service.dogs(after: place, limit: limit))
        show()
    }

    /// Adopts a dog and shows it after the others.
    public func adopt(name: String, breed: Breed, age: Int) async throws {
        let dog = try await service.adopt(name: name, breed: breed, age: age)
        guard dogs != nil else { return await showDoggies() }
        dogs?.insertOwn(dog)
        show()
    }

    /// Makes a dog a year older.
    public func celebrateBirthday(of id: String) async throws {
        try await change(id, seen: nil) { dog in
            guard dog.age < Dog.ageLimit else {
                throw InputRefused(["id": "\(dog.name) is \(dog.age), the greatest age that is kept"])
            }
            dog.age += 1
        }
    }

    /// Gives a dog another name, unless it has another revision by now than the person saw.
    public func rename(_ id: String, to name: String, seen revision: Int64?) async throws {
        try await change(id, seen: revision) { $0.name = name }
    }

    /// Lets a dog go.
    public func release(_ id: String, seen revision: Int64?) async throws {
        do { try await service.release(id, seen: revision) } catch let stale as StaleRecord<Dog> {
            throw refusal(stale)
        }
        dogs?.removeOwn(id)
        show()
    }

    /// Shows what others have changed.
    public func dogsChanged(_ change: RecordChange<Dog>) async throws {
        switch change {
        case .reset where dogs != nil: try await reload()
        case .interrupted(let reason) where !hasFailed:
            view?.announce(Notice("The dogs may be out of date for a while: \(reason)", tone: .warning))
        case .resumed where hasFailed: await showDoggies()
        case .resumed: view?.announce(Notice("The dogs are up to date again.", tone: .positive))
        case _ where hasFailed && dogs != nil: await showDoggies()
        default:
            if dogs?.apply(change) == true { show() }
        }
    }

    /// Reads anew what was missed; while that fails, nothing that is shown can be trusted.
    private func reload() async throws {
        do {
            dogs = RecordList(try await service.dogs(after: nil, limit: dogs?.reloadLimit ?? 1))
            show()
        } catch let error where !(error is CancellationError) {
            hasFailed = true
            view?.showFailure("The dogs could not be loaded again: \(error)")
        }
    }

    private func change(_ id: String, seen revision: Int64?, _ edit: (inout Dog) throws -> Void) async throws {
        do {
            let dog = try await service.change(id, seen: revision, edit)
            dogs?.apply(.updated(dog))
            show()
        } catch let stale as StaleRecord<Dog> { throw refusal(stale) }
    }

    /// Shows the dog as it is by now, and says so.
    private func refusal(_ stale: StaleRecord<Dog>) -> InputRefused {
        dogs?.show(stale)
        show()
        return InputRefused(["id": "\(stale)"])
    }

    private func show() {
        guard let dogs else { return }
        view?.offerMore(dogs.next != nil)
        if dogs.records.isEmpty { view?.setEmpty() } else { view?.setDoggies(dogs.records.map(DoggyViewData.init)) }
    }
}

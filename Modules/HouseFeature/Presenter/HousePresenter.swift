import FeatureKit
public import FeatureStorage

/// Shows the houses page by page, keeps them current, and has them established, edited and removed.
public final class HousePresenter {
    private let service: any HouseService
    private weak var view: (any HouseView)?
    private var houses: RecordList<House>?
    private var hasFailed = false

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

    /// Loads the houses and shows them, as many as were shown before.
    public func showHouses() async {
        view?.showHUD()
        do {
            let limit = houses?.reloadLimit ?? RecordCollection<House>.pageSize
            let page = try await service.houses(after: nil, limit: limit)
            try Task.checkCancellation()
            (houses, hasFailed) = (RecordList(page), false)
            view?.hideHUD()
            show()
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            hasFailed = true
            view?.hideHUD()
            view?.showFailure("The houses could not be loaded: \(error)")
        }
    }

    /// Shows the next page after those that are shown.
    public func showMore() async throws {
        guard let place = houses?.next, let limit = houses?.pageLimit else { return }
        houses?.append(try await service.houses(after: place, limit: limit))
        show()
    }

    /// Establishes a house and shows it after the others.
    public func found(name: String, motto: String, sigil: String) async throws {
        let house = try await refusing(name: name) {
            try await service.found(name: name, motto: motto, sigil: sigil)
        }
        guard houses != nil else { return await showHouses() }
        houses?.insertOwn(house)
        show()
    }

    /// Edits a house, unless it has another revision by now than the person saw.
    public func edit(_ id: String, name: String, motto: String, sigil: String, seen revision: Int64?) async throws {
        let house = try await refusing(name: name) {
            try await service.change(id, seen: revision) { house in
                (house.name, house.motto, house.sigil) = (name, motto, sigil)
            }
        }
        houses?.apply(.updated(house))
        show()
    }

    /// Removes a house.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await refusing { try await service.remove(id, seen: revision) }
        houses?.removeOwn(id)
        show()
    }

    /// Shows what others have changed.
    public func housesChanged(_ change: RecordChange<House>) async throws {
        switch change {
        case .reset where houses != nil: try await reload()
        case .interrupted(let reason) where !hasFailed:
            view?.announce(Notice("The houses may be out of date for a while: \(reason)", tone: .warning))
        case .resumed where hasFailed: await showHouses()
        case .resumed: view?.announce(Notice("The houses are up to date again.", tone: .positive))
        case _ where hasFailed && houses != nil: await showHouses()
        default:
            if houses?.apply(change) == true { show() }
        }
    }

    /// Reads anew what was missed; while that fails, nothing that is shown can be trusted.
    private func reload() async throws {
        do {
            houses = RecordList(try await service.houses(after: nil, limit: houses?.reloadLimit ?? 1))
            show()
        } catch let error where !(error is CancellationError) {
            hasFailed = true
            view?.showFailure("The houses could not be loaded again: \(error)")
        }
    }

    /// Says what is wrong with what was asked for, where the store knows it.
    private func refusing<Result>(name: String = "", _ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let stale as StaleRecord<House> {
            houses?.show(stale)
            show()
            throw InputRefused(["id": "\(stale)"])
        } catch let error as StorageError where error.code == .alreadyTaken {
            throw InputRefused(["name": "another house is called \(FieldValue.quote(name)); choose another name"])
        }
    }

    private func show() {
        guard let houses else { return }
        view?.offerMore(houses.next != nil)
        if houses.records.isEmpty {
            view?.setEmptyHouses()
        } else {
            view?.setHouses(houses.records.map(HouseViewData.init))
        }
    }
}

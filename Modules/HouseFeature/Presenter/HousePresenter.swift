import FeatureKit
public import FeatureStorage

/// Lists houses, and lets people establish, edit and remove them.
public final class HousePresenter: ListPresenter {
    /// The houses in the list.
    public let records: LiveRecords<House>
    private weak var view: (any HouseView)?

    /// Creates a presenter that has no view yet.
    public init(service: any HouseService) {
        records = LiveRecords(service, named: "houses") { house in
            InputRefused(House.name, "another house is called \(FieldValue.quote(house.name)); choose another name")
        }
        records.report(to: self, by: HousePresenter.show)
    }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any HouseView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Establishes a house.
    public func found(name: String, motto: String, sigil: String) async throws {
        try await records.insert(House(id: records.makeID(), name: name, motto: motto, sigil: sigil))
    }

    /// Edits a house.
    ///
    /// Refused if the house has changed since the person saw it.
    public func edit(_ id: String, seen revision: Int64?, _ edit: (inout House) throws -> Void) async throws {
        try await records.change(id, seen: revision, edit)
    }

    /// Removes houses.
    ///
    /// Refused if one of them has changed since the person saw it.
    public func remove(_ houses: [ChosenRecord]) async throws { try await records.remove(houses) }

    private func show(_ event: LiveRecords<House>.Event) {
        switch event {
        case .loading: view?.showHUD()
        case .loaded: view?.hideHUD()
        case .records(let houses, let hasMore):
            view?.offerMore(hasMore)
            if houses.isEmpty { view?.setEmptyHouses() } else { view?.setHouses(houses.map(HouseViewData.init)) }
        case .record(let house): view?.setHouse(house.map(HouseViewData.init))
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

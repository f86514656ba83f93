public import FeatureKit
public import FeatureStorage

/// Lists the entries, and lets people add, edit and remove them.
public final class ExamplePresenter: ListPresenter {
    /// The entries that the list shows.
    public let records: LiveRecords<Example>
    private weak var view: (any ExampleView)?

    /// Creates a presenter without a view.
    public init(service: any ExampleService) {
        records = LiveRecords(service, named: "entries")
        records.report(to: self, by: ExamplePresenter.show)
    }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any ExampleView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Adds an entry with the given values.
    public func add(_ values: [String: FieldValue]) async throws {
        try await records.insert(Example(id: records.makeID(), values: values))
    }

    /// Edits an entry.
    ///
    /// Refused if the entry has changed since the person saw it.
    public func edit(_ id: String, seen revision: Int64?, _ edit: (inout Example) throws -> Void) async throws {
        try await records.change(id, seen: revision, edit)
    }

    /// Removes entries.
    ///
    /// Refused if one of them has changed since the person saw it.
    public func remove(_ entries: [ChosenRecord]) async throws { try await records.remove(entries) }

    private func show(_ event: LiveRecords<Example>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records([], _): view?.setEmpty()
        case .records(let entries, let hasMore): view?.setEntries(entries.map(ExampleViewData.init), hasMore: hasMore)
        case .record(let entry): view?.setEntry(entry.map(ExampleViewData.init))
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

public import FeatureKit
public import FeatureStorage

/// Lists and adds entries.
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
    /// The presenter keeps only a weak reference to the view.
    public func attach(_ view: any ExampleView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Adds an entry with the given values.
    public func add(_ values: [String: FieldValue]) async throws {
        try await records.insert(Example(id: records.makeID(), values: values))
    }

    /// Formats an entry as a row of the list.
    public static func row(_ stored: Stored<Example>) -> Row {
        let entry = stored.record
        return Row(id: stored.id, title: TITLE, detail: DETAIL, values: stored.values)
    }

    private func show(_ event: LiveRecords<Example>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records([], _): view?.setEmpty()
        case .records(let entries, let hasMore): view?.setEntries(entries.map(Self.row), hasMore: hasMore)
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

public import FeatureKit
import FeatureStorage

/// Has entries loaded and added, and tells its view what to show of them.
public final class ExamplePresenter {
    private let service: any ExampleService
    private weak var view: (any ExampleView)?

    /// Creates a presenter without a view.
    public init(service: any ExampleService) { self.service = service }
    /// Attaches the view that is told from now on; the presenter does not keep it alive.
    public func attach(_ view: any ExampleView) { self.view = view }
    /// Detaches the view: nobody is told from now on.
    public func detach() { view = nil }

    /// Says that entries are on their way, then shows them.
    public func load() async {
        view?.startLoading()
        await show()
    }

    /// Shows the entries as they are by now, whoever changed them.
    public func show() async {
        do {
            let rows = try await service.all().map(Self.row)
            if rows.isEmpty { view?.setEmpty() } else { view?.setEntries(rows) }
        } catch {
            if !Task.isCancelled { view?.showFailure("The entries could not be loaded: \(error)") }
        }
    }

    /// Adds an entry and shows it with the others.
    public func add(_ entry: Example) async throws {
        try await service.add(entry)
        await show()
    }

    /// Formats an entry as people read it.
    public static func row(_ entry: Example) -> Row {
        Row(id: entry.id, title: TITLE, detail: DETAIL, values: entry.values)
    }
}

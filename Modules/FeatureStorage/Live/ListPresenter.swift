/// A presenter that shows a list of records.
///
/// ```swift
/// public final class DoggyPresenter: ListPresenter {
///     public let records: LiveRecords<Dog>
///     private weak var view: (any DoggyView)?
///
///     public init(service: any DoggyService) {
///         records = LiveRecords(service, named: "dogs")
///         records.report(to: self, by: DoggyPresenter.show)
///     }
///
///     private func show(_ event: LiveRecords<Dog>.Event) { view?.startLoading() }     // and so on, for each event
/// }
/// ```
///
/// ## Topics
/// - ``records``
/// - ``load()``
/// - ``loadMore()``
/// - ``follow(_:)``
public protocol ListPresenter: AnyObject {
    /// The type of the records.
    associatedtype R: Record

    /// The list of records. It reports its events to this presenter.
    var records: LiveRecords<R> { get }
}

extension ListPresenter {
    /// Loads the records again, at least as many as were loaded before, and shows them.
    public func load() async { await records.load() }

    /// Loads and shows the next page.
    ///
    /// Does nothing if all pages are loaded.
    public func loadMore() async throws { try await records.loadMore() }

    /// Applies a change by another session or process to the list and shows the result.
    public func follow(_ change: RecordChange<R>) async { await records.follow(change) }
}

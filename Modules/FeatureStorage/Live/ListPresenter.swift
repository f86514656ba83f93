/// A presenter that lists records.
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

    /// The records that the presenter lists. They report their events to it.
    var records: LiveRecords<R> { get }
}

extension ListPresenter {
    /// Loads the records from the beginning and shows as many as before.
    public func load() async { await records.load() }

    /// Loads and shows the next page; does nothing when all pages are shown.
    public func loadMore() async throws { try await records.loadMore() }

    /// Applies a change made elsewhere to the list and shows the result.
    public func follow(_ change: RecordChange<R>) async { await records.follow(change) }
}

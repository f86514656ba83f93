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

    /// The records that it lists; they report to it.
    var records: LiveRecords<R> { get }
}

extension ListPresenter {
    /// Loads the records from the beginning and shows them, as many as were shown before.
    public func load() async { await records.load() }

    /// Shows the next page too; does nothing when all pages are shown.
    public func loadMore() async throws { try await records.loadMore() }

    /// Shows what a change of others means for the list.
    public func follow(_ change: RecordChange<R>) async { await records.follow(change) }
}

public import FeatureKit
public import FeatureStorage

/// A view that shows records, or one record alone.
///
/// Tests of a feature replace it with a view that records the events.
public protocol RecordView<R>: AnyObject {
    /// The type of the records.
    associatedtype R: Record

    /// Shows what an event tells.
    func show(_ event: LiveRecords<R>.Event)
}

/// A presenter of records that have no rules of their own.
///
/// A feature whose records have rules has a presenter of its own, which can hold one of these.
public final class RecordPresenter<R: Record>: ListPresenter {
    /// The records.
    public let records: LiveRecords<R>
    private weak var view: (any RecordView<R>)?

    /// Creates a presenter that has no view yet.
    ///
    /// - Parameters:
    ///   - service: Reads and changes the records.
    ///   - name: The plural noun for the records in messages, such as `incidents`.
    ///   - taken: Returns the error to throw if another record has the same unique key. If `nil`, the store's error is
    ///     thrown.
    public init(_ service: some RecordService<R>, named name: String, taken: ((R) -> InputRefused)? = nil) {
        records = LiveRecords(service, named: name, taken: taken)
        records.report(to: self, by: RecordPresenter.show)
    }

    /// Attaches the view, to which the presenter refers weakly.
    public func attach(_ view: some RecordView<R>) { self.view = view }

    private func show(_ event: LiveRecords<R>.Event) { view?.show(event) }
}

/// A view that draws a list of records and the pages of records on a stage.
///
/// `IncidentsFeature` of Tests/ExampleHost uses it.
public final class RecordScreen<R: Record>: RecordView {
    /// What the list has besides its rows.
    public struct List: Sendable {
        /// The list's id on the screen.
        public var id: String
        /// The columns.
        public var columns: [ListElement.Column]
        /// The text of an empty list.
        public var empty: String
        /// The buttons that act on ticked rows.
        public var bulk: [Button]

        /// Creates a value.
        public init(id: String, columns: [ListElement.Column], empty: String, bulk: [Button] = []) {
            (self.id, self.columns, self.empty, self.bulk) = (id, columns, empty, bulk)
        }
    }

    private let stage: Stage
    private let places: RecordPlaces
    private let list: List
    private let above: () -> [Element?]
    private let row: (Stored<R>) -> Row
    private let page: (Stored<R>) -> [Element?]
    /// What the list was last drawn with, below the elements above it.
    private var drawn: [Element?] = []

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - places: Draws what all lists and pages have.
    ///   - stage: The stage of the launch.
    ///   - list: What the list has besides its rows.
    ///   - above: Draws the elements above the list and its search, such as a chart. Call ``redraw()`` when they change.
    ///   - row: Draws the row of a record. The page of a record shows the row's title and its buttons.
    ///   - page: Draws the page of a record below its title. It does not draw a record that was deleted or does not fit.
    public init(
        _ places: RecordPlaces, on stage: Stage, list: List, above: @escaping () -> [Element?] = { [] },
        row: @escaping (Stored<R>) -> Row, page: @escaping (Stored<R>) -> [Element?]
    ) {
        (self.stage, self.places, self.list, self.row, self.page) = (stage, places, list, row, page)
        self.above = above
    }

    /// Draws the elements above the list again, if the list is shown.
    public func redraw() {
        if !stage.screen.elements.isEmpty, !drawn.isEmpty { places.showList(above() + drawn) }
    }

    /// Shows what an event tells.
    public func show(_ event: LiveRecords<R>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records(let records, let hasMore):
            drawn = records.isEmpty ? places.nothing(id: "empty", list.empty) : elements(of: records, hasMore)
            places.showList(above() + drawn)
        case .record(let record):
            places.showRecord(record.map(row), record.map(page) ?? [places.history])
        case .failed(let message): places.showFailure(message, retry: RecordActions.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }

    private func elements(of records: [Stored<R>], _ hasMore: Bool) -> [Element?] {
        [
            places.searchForm,
            .list(
                id: list.id, rows: places.linked(records.map(row)), columns: places.headings(list.columns),
                more: hasMore ? Button(RecordActions.more) : nil, total: places.total, bulk: list.bulk), places.misfits,
        ]
    }
}

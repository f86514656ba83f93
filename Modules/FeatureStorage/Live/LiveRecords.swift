public import FeatureKit

/// Loads the records that a presenter shows, page by page, changes them and keeps them current.
///
/// A ``ListPresenter`` owns a `LiveRecords` and calls its view for each event. `LiveRecords` reports events
/// synchronously, on the session's actor. It refers to the presenter weakly; the caller keeps the presenter alive. A
/// `LiveRecords` handles the races of a live list:
/// - If two loads overlap, it shows only the result of the later load.
/// - After a failed load, it keeps reporting the failure until a load succeeds.
/// - It ignores notifications about its own changes.
/// - If it missed changes, it loads the list again.
/// - If a record goes, it shows the next one, so that the list stays as long as it was.
/// - If a record was changed elsewhere, it refuses a change based on the old revision and shows the current record.
///
/// It shows the list, the part of the list that a person browses, or one record alone. The places of the module
/// RecordScreens draw them.
///
/// ## Topics
/// - ``report(to:by:)``
/// - ``insert(_:)``
/// - ``change(_:seen:_:)``
/// - ``remove(_:seen:)``
/// - ``makeID()``
/// - ``changes()``
/// - ``Event``
public final class LiveRecords<R: Record> {
    /// An event that the presenter passes to its view.
    public enum Event: Equatable {
        /// A load has begun.
        case loading
        /// The load has ended.
        ///
        /// The event with the result of the load follows immediately.
        case loaded
        /// The records to show, in order.
        ///
        /// `hasMore` says whether more pages follow.
        case records([Stored<R>], hasMore: Bool)
        /// The record to show alone; `nil` if it was deleted.
        case record(Stored<R>?)
        /// The records could not be loaded.
        ///
        /// The text says why.
        case failed(String)
        /// A notice to show beside the records.
        case notice(Notice)
    }

    let service: any RecordService<R>
    /// The fields that name records of other features.
    let references = R.references
    /// The lists of the records that name the one that is shown alone.
    var related: [any FollowedRelatedRecords] = []
    /// The titles of the named records.
    var titles: ReferenceTitles = [:]
    /// The plural noun for the records in messages, such as `dogs`.
    package let name: String
    let taken: ((R) -> InputRefused)?
    /// The list; `nil` until it is loaded.
    package internal(set) var list: RecordList<R>?
    /// The greatest number of records that the list holds; `nil` for no limit.
    ///
    /// Set it before the first load.
    var rowLimit: Int?
    /// Selects and orders the list's records; `nil` for all records in the order of insertion.
    package internal(set) var query: RecordQuery?
    /// What is wrong with the filters of ``query``, by the field.
    package internal(set) var filterProblems: [String: String] = [:]
    /// The number of records that the query selects, also while the list lacks some of them.
    var tally = RecordTotal()
    /// Tells when records were counted again; `nil` if the list cannot be browsed, so that ``total`` stays unknown.
    var counts: RecordCounts?
    /// The own records that no notice has reported.
    var hidden = HiddenRecords<R>()
    /// Whether the scene reports ``hidden`` at the end of its work, so that several records share a notice.
    var sharesNotices = false
    /// The action that loads further records, or older entries of a shown history; `nil` without a scene.
    package internal(set) var more: Action?
    /// Returns the link to a record's page; `nil` if records have no pages.
    package var link: ((String) -> FeatureLink?)?
    /// Sends the person from the page of a record to the list; `nil` if records have no pages.
    package var leave: (() -> Void)?
    /// What is shown.
    package private(set) var place = RecordPlace.list
    /// The record that is shown alone; `nil` until it is loaded, and empty after it was deleted.
    var single: RecordList<R>?
    /// The values and the position with which the record that is shown alone was last shown; `nil` before that.
    ///
    /// They say where a deleted record was.
    var lastPlace: (values: [String: FieldValue], position: Int64)?
    /// Whether the page of a record shows the record's history.
    package var showsHistory = false
    /// The newest entries of the shown history, of one record or of all.
    package internal(set) var history: [HistoryEntry] = []
    /// Whether the shown history has older entries.
    package internal(set) var hasOlderHistory = false
    /// The titles of the records in the history of all records, by their keys.
    package internal(set) var historyTitles: [String: String] = [:]
    /// The number of entries that the shown history has at least, if there are so many.
    var historyLimit = historyPageSize
    /// Whether the history of all records was read since it is shown.
    var isHistoryLoaded = false
    /// The records that do not fit, among the loaded ones of the list.
    package internal(set) var misfits: [Misfit] = []
    /// The record that is shown alone, if it does not fit.
    package internal(set) var shownMisfit: Misfit?
    /// Whether the screen of the list shows ``misfits``.
    package var showsMisfits = false
    var hasFailed = false
    /// Whether the list's last read of further records has failed, so that only a person tries again.
    var hasRefillFailed = false
    /// Whether there is no record with the key ``shownID``.
    package private(set) var isMissing = false
    var report: (Event) -> Void = { _ in }

    /// Creates an empty list.
    ///
    /// ``ListPresenter/load()`` fills it.
    ///
    /// - Parameters:
    ///   - service: Reads and changes the records.
    ///   - name: The plural noun for the records in messages, such as `dogs`.
    ///   - taken: Returns the error to throw if another record has the same unique key. If `nil`, the store's error is
    ///     thrown.
    public init(_ service: some RecordService<R>, named name: String, taken: ((R) -> InputRefused)? = nil) {
        (self.service, self.name, self.taken) = (service, name, taken)
    }

    /// Reports all further events to a presenter.
    ///
    /// Refers to the presenter weakly.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that owns this list.
    ///   - show: The presenter's method that handles an event.
    public func report<Presenter: AnyObject>(
        to presenter: Presenter, by show: @escaping (Presenter) -> (Event) -> Void
    ) {
        report = { [weak presenter] event in
            if let presenter { show(presenter)(event) }
        }
    }

    /// Returns a key for a new record.
    public func makeID() -> String { service.makeID() }

    /// Loads the records from the beginning, at least as many as were shown before, or the record that is shown alone.
    ///
    /// A cancelled load reports no further events.
    func load() async {
        report(.loading)
        isMissing = false
        do {
            (query, filterProblems) = await resolved(query)
            if query != nil, place == .list { try await service.reload() }
            let misfits = try await read()
            await nameReferences()
            end(misfits)
        } catch is CancellationError {
        } catch {
            report(.loaded)
            isMissing = error is MissingRecord
            let isPlain = isMissing || (error as? StorageError)?.code == .scanTooLong
            fail(isPlain ? "\(error)" : "The \(name) could not be loaded: \(error)")
        }
    }

    /// Shows the result of a load.
    func end(_ misfits: [Misfit]) {
        hasFailed = false
        report(.loaded)
        show()
        report(misfits)
    }

    /// Reads the list, or the record that is shown alone, from the service.
    ///
    /// - Returns: The records of the list that do not fit.
    /// - Throws: ``MissingRecord`` if the record to show alone does not exist and was never shown; any error of the
    ///   service.
    func read() async throws -> [Misfit] {
        if place == .history {
            try await loadHistory()
            return []
        }
        guard let shownID else {
            let (new, misfits) = try await readList(matching: query, reloading: list)
            (list, self.misfits, hasRefillFailed) = (new, misfits, false)
            return misfits
        }
        let record: Stored<R>?
        do { record = try await service.record(shownID) } catch let misfit as Misfit {
            try Task.checkCancellation()
            (shownMisfit, single) = (misfit, nil)
            await readHistory()
            return []
        }
        try Task.checkCancellation()
        if shownMisfit != nil {
            (shownMisfit, single) = (nil, RecordList(RecordPage(records: [], next: nil, token: .zero)))
        }
        if let record { single = RecordList(record) } else { single?.apply(.deleted(id: shownID, revision: .max)) }
        await readHistory()
        await readRelated()
        if single == nil {
            // The page of a record that was removed before shows what happened to it.
            guard !history.isEmpty else { throw MissingRecord(id: shownID) }
            single = RecordList(RecordPage(records: [], next: nil, token: .zero))
        }
        return []
    }

    func fail(_ message: String) {
        hasFailed = true
        report(.failed(message))
    }

    /// Whether a load has succeeded.
    package var isLoaded: Bool {
        switch place {
        case .list: list != nil
        case .record: single != nil || shownMisfit != nil
        case .history: isHistoryLoaded
        }
    }

    /// The key of the record that is shown alone; `nil` while no record is shown alone.
    package var shownID: String? { if case .record(let id) = place { id } else { nil } }

    // MARK: - One record alone

    /// The record that is shown alone; `nil` if the list is shown, or if the record is not loaded or was deleted.
    package var shownRecord: Stored<R>? { single?.records.first }

    /// Whether the record that is shown alone was deleted.
    package var isShownRecordDeleted: Bool { single.map(\.records.isEmpty) ?? false }

    /// Sets what the first load shows.
    ///
    /// - Parameters:
    ///   - place: What to show.
    ///   - query: Selects and orders the list's records; `nil` for all records in the order of insertion.
    package func begin(with place: RecordPlace, matching query: RecordQuery?) {
        (self.place, self.query) = (place, query)
    }

    /// Shows another place.
    ///
    /// Loads the record or the list only if this was not loaded before.
    package func show(_ place: RecordPlace) async {
        guard place != self.place else { return }
        self.place = place
        single = shownID.flatMap { list?.record($0) }.map { RecordList($0) }
        (lastPlace, shownMisfit, isHistoryLoaded, historyLimit) = (nil, nil, false, Self.historyPageSize)
        guard isLoaded else { return await load() }
        await readHistory()
        await readRelated()
        hasFailed = false
        report(.loaded)
        await showNamed()
    }

    /// Shows a notice that names the first record that does not fit, unless the screen shows such records.
    func report(_ misfits: [Misfit]) {
        if !showsMisfits, let notice = misfits.notice { report(.notice(notice)) }
    }

    func show() {
        guard place == .list else {
            if let record = shownRecord { lastPlace = (record.values, record.position) }
            if let shownMisfit { lastPlace = (shownMisfit.values, shownMisfit.position) }
            if isLoaded { report(.record(shownRecord.map(named))) }
            return
        }
        guard let list else { return }
        // Changes do not say what a query selects, so the number of a whole list begins the next count.
        if !keepsTotal, let count = list.wholeCount { tally = RecordTotal(RecordCount(count)) }
        report(.records(references.isEmpty ? list.records : list.records.map(named), hasMore: list.hasMore))
    }
}

/// What a ``LiveRecords`` shows.
package enum RecordPlace: Sendable, Hashable {
    /// The list of the records.
    case list
    /// The record with a key alone.
    case record(String)
    /// The history of all records.
    case history
}

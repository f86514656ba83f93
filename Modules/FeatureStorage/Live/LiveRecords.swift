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
/// - If a record was changed elsewhere, it refuses a change based on the old revision and shows the current record.
///
/// It shows the whole list, or one record alone (``RecordDetail``).
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
        /// The records could not be loaded.
        ///
        /// The text says why.
        case failed(String)
        /// A notice to show beside the records.
        case notice(Notice)
    }

    private let service: any RecordService<R>
    private let name: String
    private let taken: ((R) -> InputRefused)?
    private var list: RecordList<R>?
    /// The key of the record that is shown alone; `nil` while the list is shown.
    private(set) var shownID: String?
    /// The record that is shown alone; `nil` until it is loaded, and empty after it was deleted.
    private var single: RecordList<R>?
    private var hasFailed = false
    private var report: (Event) -> Void = { _ in }

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
        do {
            let unreadable = try await read()
            hasFailed = false
            report(.loaded)
            show()
            reportUnreadable(unreadable)
        } catch is CancellationError {
        } catch {
            report(.loaded)
            fail(error is MissingRecord ? "\(error)" : "The \(name) could not be loaded: \(error)")
        }
    }

    /// Reads the list, or the record that is shown alone, from the service.
    ///
    /// - Returns: The rows that cannot be read.
    /// - Throws: ``MissingRecord`` if the record to show alone does not exist and was never shown; any error of the
    ///   service.
    private func read() async throws -> [UnreadableRecord] {
        guard let shownID else {
            let page = try await service.page(after: nil, limit: list?.reloadLimit ?? RecordCollection<R>.pageSize)
            try Task.checkCancellation()
            list = RecordList(page)
            return page.unreadable
        }
        let record = try await service.record(shownID)
        try Task.checkCancellation()
        if let record {
            single = RecordList(record)
        } else if single == nil {
            throw MissingRecord(id: shownID)
        } else {
            single?.apply(.deleted(id: shownID, revision: .max))
        }
        return []
    }

    private func fail(_ message: String) {
        hasFailed = true
        report(.failed(message))
    }

    // MARK: - One record alone

    /// The record that is shown alone; `nil` if the list is shown, or if the record is not loaded or was deleted.
    var shownRecord: Stored<R>? { single?.records.first }

    /// Whether the record that is shown alone was deleted.
    var isShownRecordDeleted: Bool { single.map(\.records.isEmpty) ?? false }

    /// Sets the key of the record that the first load shows alone, or `nil` to show the list.
    func begin(with id: String?) { shownID = id }

    /// Shows only one record, or shows the whole list again.
    ///
    /// Loads the record or the list only if this was not loaded before.
    ///
    /// - Parameter id: The record's key; `nil` for the list.
    func show(only id: String?) async {
        guard id != shownID else { return }
        (shownID, single) = (id, id.flatMap { list?.record($0) }.map { RecordList($0) })
        guard id == nil ? list != nil : single != nil else { return await load() }
        hasFailed = false
        report(.loaded)
        show()
    }

    /// Loads the next page.
    ///
    /// Does nothing if all pages are loaded, or if one record is shown alone.
    func loadMore() async throws {
        guard shownID == nil, let place = list?.next, let limit = list?.pageLimit else { return }
        let page = try await service.page(after: place, limit: limit)
        list?.append(page)
        show()
        reportUnreadable(page.unreadable)
    }

    /// Inserts a record and shows it after all other records.
    ///
    /// - Throws: `InputRefused` if another record has the same unique key; ``StorageError``.
    public func insert(_ record: R) async throws {
        let stored: Stored<R>
        do { stored = try await service.insert(record) } catch { throw refusal(of: record, error) }
        list?.insertOwn(stored)
        guard shownID == nil ? list != nil : shownID != stored.id else { return await load() }
        show()
    }

    /// Changes a record and shows the result.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the record. It is called again if another writer saves a change first.
    /// - Throws: `InputRefused`, after showing the current record, if the revision is stale or the record no longer
    ///   exists; `InputRefused` if another record has the same unique key; ``StorageError``; any error of `edit`.
    public func change(
        _ id: String, seen revision: Int64? = nil, _ edit: (inout R) throws -> Void
    ) async throws {
        var edited: R?
        do {
            let stored = try await service.change(id, seen: revision) { record in
                try edit(&record)
                edited = record
            }
            apply(.updated(stored))
        } catch { throw refusal(of: edited, error) }
        show()
    }

    /// Removes a record and shows the remaining records.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to remove the record whatever its revision is.
    /// - Throws: `InputRefused`, after showing the current record, if the revision is stale or the record no longer
    ///   exists; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64? = nil) async throws {
        do { try await service.remove(id, seen: revision) } catch { throw refusal(of: nil, error) }
        list?.removeOwn(id)
        single?.removeOwn(id)
        show()
    }

    /// Returns the further changes by other sessions and processes, or `nil` if only this launch can change the
    /// records.
    public func changes() -> RecordChanges<R>? { service.changes() }

    /// Applies a change by another session or process and shows the result.
    func follow(_ change: RecordChange<R>) async {
        switch change {
        case .reset where isLoaded && !hasFailed: await reload()
        case .interrupted(let reason) where !hasFailed:
            report(.notice(Notice("The \(name) may be out of date for a while: \(reason)", tone: .warning)))
        case .resumed where hasFailed: await load()
        case .resumed: report(.notice(Notice("The \(name) are up to date again.", tone: .positive)))
        case .unreadable(let row) where shownID != nil:
            if row.id == shownID, (shownRecord?.revision ?? 0) < row.revision { fail("\(row)") }
        case .unreadable(let row):
            if apply(change) { show() }
            reportUnreadable([row])
        case _ where hasFailed && concernsShown(change): await load()
        default:
            if apply(change) { show() }
        }
    }

    /// Whether a load has succeeded.
    private var isLoaded: Bool { (shownID == nil ? list : single) != nil }

    /// Returns whether a change can end the failure that is shown.
    private func concernsShown(_ change: RecordChange<R>) -> Bool {
        guard let shownID else { return isLoaded }
        return change.recordID.map { $0 == shownID } ?? true
    }

    /// Applies a change, and returns whether the shown records changed.
    @discardableResult
    private func apply(_ change: RecordChange<R>) -> Bool {
        let isListChanged = list?.apply(change) ?? false
        guard let shownID else { return isListChanged }
        return change.recordID == shownID && single?.apply(change) ?? false
    }

    /// Loads the list or the record again after missed changes.
    ///
    /// If loading fails, reports the failure, because the shown records may be out of date.
    private func reload() async {
        do {
            let unreadable = try await read()
            show()
            reportUnreadable(unreadable)
        } catch is CancellationError {
        } catch {
            fail("The \(name) could not be loaded again: \(error)")
        }
    }

    /// Returns the error to throw for a failed change.
    ///
    /// If the record is stale, shows the current record first.
    private func refusal(of record: R?, _ error: any Error) -> any Error {
        switch error {
        case let stale as StaleRecord<R>:
            list?.show(stale)
            single?.show(stale)
            show()
            return InputRefused(["id": "\(stale)"])
        case let error as StorageError where error.code == .alreadyTaken:
            return record.flatMap { taken?($0) } ?? error
        default: return error
        }
    }

    /// Shows a notice that names the first unreadable record.
    private func reportUnreadable(_ unreadable: [UnreadableRecord]) {
        if let notice = unreadable.notice { report(.notice(notice)) }
    }

    private func show() {
        guard let shown = shownID == nil ? list : single else { return }
        report(.records(shown.records, hasMore: shown.next != nil))
    }
}

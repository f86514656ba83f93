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
/// It shows the list, the part of the list that a person browses (``RecordBrowsing``), or one record alone
/// (``RecordDetail``).
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
    /// Selects and orders the list's records; `nil` for all records in the order of insertion.
    private(set) var query: RecordQuery?
    /// The number of records that the query selects; `nil` while it is unknown.
    private(set) var total: RecordCount?
    /// Whether ``total`` is kept.
    private var counts: RecordCounts?
    /// Returns the link to a record's page; `nil` if records have no pages.
    var link: ((String) -> FeatureLink?)?
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
            if query != nil, shownID == nil { try await service.reload() }
            let unreadable = try await read()
            end(unreadable)
        } catch is CancellationError {
        } catch {
            report(.loaded)
            fail(error is MissingRecord ? "\(error)" : "The \(name) could not be loaded: \(error)")
        }
    }

    /// Shows the result of a load.
    private func end(_ unreadable: [UnreadableRecord]) {
        hasFailed = false
        report(.loaded)
        show()
        reportUnreadable(unreadable)
    }

    /// Reads the list, or the record that is shown alone, from the service.
    ///
    /// - Returns: The rows that cannot be read.
    /// - Throws: ``MissingRecord`` if the record to show alone does not exist and was never shown; any error of the
    ///   service.
    private func read() async throws -> [UnreadableRecord] {
        guard let shownID else {
            let (new, unreadable) = try await readList(matching: query, reloading: list)
            list = new
            return unreadable
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

    /// Reads the first page of a query, and the number of its records if it is kept.
    private func readList(
        matching query: RecordQuery?, reloading old: RecordList<R>?
    ) async throws -> (RecordList<R>, [UnreadableRecord]) {
        let limit = old?.reloadLimit ?? RecordCollection<R>.pageSize
        let page: RecordPage<R> =
            if let query { try await service.page(matching: query, after: nil, limit: limit) } else {
                try await service.page(after: nil, limit: limit)
            }
        // A list on one page needs no count.
        let number = page.records.count + page.unreadable.count
        let count =
            counts == nil ? nil : page.next == nil ? RecordCount(number) : try await service.count(matching: query)
        try Task.checkCancellation()
        total = count
        counts?.follow(query)
        return (RecordList(page, matching: query), page.unreadable)
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

    // MARK: - Browsing

    /// Sets the query of the first load, and keeps ``total`` from then on.
    ///
    /// - Returns: A signal for each new count; `nil` if only this launch can change the records.
    func beginBrowsing(_ query: RecordQuery?) -> ChangeFeed<Void>? {
        self.query = query
        counts = service.counts() ?? RecordCounts(ChangeFeed.make(limit: 1, missed: ()) {}.feed) { _ in }
        return counts?.changes
    }

    /// Shows the records that a query selects, in its order.
    ///
    /// The shown records stay until the new ones are read. If reading fails, the old query stays.
    ///
    /// - Throws: Any error of the service.
    func browse(_ query: RecordQuery?) async throws {
        guard query != self.query || !isLoaded else { return }
        guard shownID == nil else {
            // The list is read when it is shown again.
            (self.query, list) = (query, nil)
            return
        }
        let (new, unreadable) = try await readList(matching: query, reloading: nil)
        (self.query, list) = (query, new)
        end(unreadable)
    }

    /// Reads the number of records again after a signal, and shows it if it has changed.
    func recount() async {
        guard let list, shownID == nil, let count = try? await service.count(matching: query) else { return }
        let new = list.next == nil ? RecordCount(list.records.count) : count
        guard new != total, !hasFailed else { return }
        total = new
        show()
    }

    /// Adjusts the number of all records to an insertion or a deletion.
    private func adjustTotal(by difference: Int) {
        guard query?.selectsAll ?? true, let count = total?.count else { return }
        total = RecordCount(max(0, count + difference))
    }

    /// Loads the next page.
    ///
    /// Does nothing if all pages are loaded, or if one record is shown alone.
    func loadMore() async throws {
        guard shownID == nil, let place = list?.next, let limit = list?.pageLimit else { return }
        let page: RecordPage<R> =
            if let query { try await service.page(matching: query, after: place, limit: limit) } else {
                try await service.page(after: place, limit: limit)
            }
        try Task.checkCancellation()
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
        let isShown = list?.insertOwn(stored)
        if list != nil { adjustTotal(by: 1) }
        guard shownID == nil ? list != nil : shownID != stored.id else { return await load() }
        show()
        if shownID == nil, isShown == false { reportHidden(stored) }
    }

    /// Announces a new record that the query does not select, with a link to its page.
    private func reportHidden(_ stored: Stored<R>) {
        let text = R.fields.lazy.map(\.description).first { $0.kind == .text }.flatMap { stored.values[$0.name] }
        let name = text.map { FieldValue.quote($0.description) } ?? "The new record"
        var link = link.flatMap { $0(stored.id) }
        link?.title = "Show"
        report(.notice(Notice("\(name) was added. Your search hides it.", tone: .positive, opens: link)))
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
        if list?.removeOwn(id) == true || list?.next != nil { adjustTotal(by: -1) }
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
    var isLoaded: Bool { (shownID == nil ? list : single) != nil }

    /// Returns whether a change can end the failure that is shown.
    private func concernsShown(_ change: RecordChange<R>) -> Bool {
        guard let shownID else { return isLoaded }
        return change.recordID.map { $0 == shownID } ?? true
    }

    /// Applies a change, and returns whether the shown records changed.
    @discardableResult
    private func apply(_ change: RecordChange<R>) -> Bool {
        let (known, hasMore) = (change.recordID.map { list?.record($0) != nil } ?? false, list?.next != nil)
        let isListChanged = list?.apply(change) ?? false
        switch change {
        case .inserted where isListChanged || hasMore && !known: adjustTotal(by: 1)
        case .deleted where isListChanged: adjustTotal(by: -1)
        default: break
        }
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
        if shownID == nil, counts != nil, shown.next == nil { total = RecordCount(shown.records.count) }
        report(.records(shown.records, hasMore: shown.next != nil))
    }
}

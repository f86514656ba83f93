public import FeatureKit

/// Loads the records that a presenter shows, page by page, changes them and keeps them current.
///
/// A ``ListPresenter`` owns a `LiveRecords` and calls its view for each event. `LiveRecords` reports events
/// synchronously, on the session's actor. It refers to the presenter weakly; the caller keeps the presenter alive.
/// It handles the races of a live list:
/// - If two loads overlap, it shows only the result of the later load.
/// - After a load fails, it reports the failure until a load succeeds.
/// - It ignores the notification about its own change.
/// - After missed changes, it loads the list again.
/// - If a record was changed elsewhere, it refuses a change based on the old revision and shows the current record.
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
        /// The load has ended. The event with its result follows immediately.
        case loaded
        /// The records to show, in order. `hasMore` says whether more pages follow.
        case records([Stored<R>], hasMore: Bool)
        /// The records could not be loaded. The text says why.
        case failed(String)
        /// A notice to show beside the records.
        case notice(Notice)
    }

    private let service: any RecordService<R>
    private let name: String
    private let taken: ((R) -> InputRefused)?
    private var list: RecordList<R>?
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

    /// Loads the records from the beginning, as many as were shown before.
    ///
    /// A cancelled load reports no further events.
    func load() async {
        report(.loading)
        do {
            let page = try await service.page(after: nil, limit: list?.reloadLimit ?? RecordCollection<R>.pageSize)
            try Task.checkCancellation()
            (list, hasFailed) = (RecordList(page), false)
            report(.loaded)
            show()
            reportUnreadable(page.unreadable)
        } catch is CancellationError {
        } catch {
            hasFailed = true
            report(.loaded)
            report(.failed("The \(name) could not be loaded: \(error)"))
        }
    }

    /// Loads the next page.
    ///
    /// Does nothing if all pages are loaded.
    func loadMore() async throws {
        guard let place = list?.next, let limit = list?.pageLimit else { return }
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
        guard list != nil else { return await load() }
        list?.insertOwn(stored)
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
            list?.apply(.updated(stored))
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
        show()
    }

    /// Returns the further changes by other sessions and processes, or `nil` if only this launch can change the
    /// records.
    public func changes() -> RecordChanges<R>? { service.changes() }

    /// Applies a change by another session or process and shows the result.
    func follow(_ change: RecordChange<R>) async {
        switch change {
        case .reset where list != nil && !hasFailed: await reload()
        case .interrupted(let reason) where !hasFailed:
            report(.notice(Notice("The \(name) may be out of date for a while: \(reason)", tone: .warning)))
        case .resumed where hasFailed: await load()
        case .resumed: report(.notice(Notice("The \(name) are up to date again.", tone: .positive)))
        case .unreadable(let record):
            if list?.apply(change) == true { show() }
            reportUnreadable([record])
        case _ where hasFailed && list != nil: await load()
        default:
            if list?.apply(change) == true { show() }
        }
    }

    /// Loads the list again after missed changes.
    ///
    /// If loading fails, reports the failure, because the shown records may be out of date.
    private func reload() async {
        do {
            let page = try await service.page(after: nil, limit: list?.reloadLimit ?? 1)
            list = RecordList(page)
            show()
            reportUnreadable(page.unreadable)
        } catch is CancellationError {
        } catch {
            hasFailed = true
            report(.failed("The \(name) could not be loaded again: \(error)"))
        }
    }

    /// Returns the error to throw for a failed change.
    ///
    /// If the record is stale, shows the current record first.
    private func refusal(of record: R?, _ error: any Error) -> any Error {
        switch error {
        case let stale as StaleRecord<R>:
            list?.show(stale)
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
        guard let list else { return }
        report(.records(list.records, hasMore: list.next != nil))
    }
}

public import FeatureKit

/// The list of records that a presenter shows: loads it page by page, changes it and keeps it current.
///
/// A ``ListPresenter`` owns one, and turns its events into calls of the view. The list reports synchronously, on the
/// session's actor, and does not keep the presenter alive: call it through the presenter, which the caller keeps alive.
///
/// What it takes off a presenter: of two loads only the later is shown; a load that fails is a failure until one succeeds;
/// a change of one's own that comes round is no news; changes that were missed are read again; a change to a record that
/// another has changed meanwhile is refused, and the record shown as it is.
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
    /// What a presenter tells its view.
    public enum Event: Equatable {
        /// A load has begun.
        case loading
        /// The load has ended; what it led to follows at once.
        case loaded
        /// The records to show, in order, and whether there are more behind them.
        case records([Stored<R>], hasMore: Bool)
        /// The records cannot be shown, and why.
        case failed(String)
        /// News in passing.
        case notice(Notice)
    }

    private let service: any RecordService<R>
    private let name: String
    private let taken: ((R) -> InputRefused)?
    private var list: RecordList<R>?
    private var hasFailed = false
    private var report: (Event) -> Void = { _ in }

    /// Creates a list that has loaded nothing yet.
    ///
    /// - Parameters:
    ///   - service: Reads and changes the records.
    ///   - name: What messages call the records: `dogs`.
    ///   - taken: The refusal of a record whose unique key another record has; without it the store's error is thrown.
    public init(_ service: some RecordService<R>, named name: String, taken: ((R) -> InputRefused)? = nil) {
        (self.service, self.name, self.taken) = (service, name, taken)
    }

    /// Reports events to a presenter from now on, without keeping it alive.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that owns this list.
    ///   - show: The presenter's method that takes an event.
    public func report<Presenter: AnyObject>(
        to presenter: Presenter, by show: @escaping (Presenter) -> (Event) -> Void
    ) {
        report = { [weak presenter] event in
            if let presenter { show(presenter)(event) }
        }
    }

    /// Makes the key of a new record.
    public func makeID() -> String { service.makeID() }

    /// Loads the records from the beginning, as many as were shown before.
    ///
    /// A load that was cancelled reports nothing more.
    func load() async {
        report(.loading)
        do {
            let page = try await service.page(after: nil, limit: list?.reloadLimit ?? RecordCollection<R>.pageSize)
            try Task.checkCancellation()
            (list, hasFailed) = (RecordList(page), false)
            report(.loaded)
            show()
            tell(page.unreadable)
        } catch is CancellationError {
        } catch {
            hasFailed = true
            report(.loaded)
            report(.failed("The \(name) could not be loaded: \(error)"))
        }
    }

    /// Loads the next page; does nothing when all pages are loaded.
    func loadMore() async throws {
        guard let place = list?.next, let limit = list?.pageLimit else { return }
        let page = try await service.page(after: place, limit: limit)
        list?.append(page)
        show()
        tell(page.unreadable)
    }

    /// Adds a record and shows it after the others.
    ///
    /// - Throws: `InputRefused` for a unique key that another record has; ``StorageError``.
    public func insert(_ record: R) async throws {
        let stored: Stored<R>
        do { stored = try await service.insert(record) } catch { throw refusal(of: record, error) }
        guard list != nil else { return await load() }
        list?.insertOwn(stored)
        show()
    }

    /// Changes a record and shows it.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to change the record whatever its revision.
    ///   - edit: Changes the record. Called again when another change was faster.
    /// - Throws: `InputRefused` if the record has another revision or is gone, and shows it as it is; `InputRefused` for a
    ///   unique key that another record has; ``StorageError``; what `edit` throws.
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

    /// Removes a record and shows the others.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to remove the record whatever its revision.
    /// - Throws: `InputRefused` if the record has another revision or is gone, and shows it as it is; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64? = nil) async throws {
        do { try await service.remove(id, seen: revision) } catch { throw refusal(of: nil, error) }
        list?.removeOwn(id)
        show()
    }

    /// Returns the changes of others from now on; `nil` if nothing else can change the records.
    public func changes() -> RecordChanges<R>? { service.changes() }

    /// Shows what a change of others means for the list.
    func follow(_ change: RecordChange<R>) async {
        switch change {
        case .reset where list != nil && !hasFailed: await reload()
        case .interrupted(let reason) where !hasFailed:
            report(.notice(Notice("The \(name) may be out of date for a while: \(reason)", tone: .warning)))
        case .resumed where hasFailed: await load()
        case .resumed: report(.notice(Notice("The \(name) are up to date again.", tone: .positive)))
        case .unreadable(let record):
            if list?.apply(change) == true { show() }
            tell([record])
        case _ where hasFailed && list != nil: await load()
        default:
            if list?.apply(change) == true { show() }
        }
    }

    /// Reads again what was missed; while that fails, nothing that is shown can be trusted.
    private func reload() async {
        do {
            let page = try await service.page(after: nil, limit: list?.reloadLimit ?? 1)
            list = RecordList(page)
            show()
            tell(page.unreadable)
        } catch is CancellationError {
        } catch {
            hasFailed = true
            report(.failed("The \(name) could not be loaded again: \(error)"))
        }
    }

    /// What the caller of a change that failed is told; the list shows a record that has changed meanwhile as it is.
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

    /// Says which records are left out.
    private func tell(_ unreadable: [UnreadableRecord]) {
        if let notice = unreadable.notice { report(.notice(notice)) }
    }

    private func show() {
        guard let list else { return }
        report(.records(list.records, hasMore: list.next != nil))
    }
}

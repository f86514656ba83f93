import FeatureKit
public import FeatureStorage

/// Shows the people of a roster page by page, keeps them current, and has them added, edited and removed.
public final class UserPresenter<Member: Person> {
    private let service: any UserService<Member>
    private weak var view: (any UserView)?
    private var users: RecordList<Member>?
    private var hasFailed = false

    /// Creates a presenter without a view.
    public init(service: any UserService<Member>) {
        self.service = service
    }

    /// Attaches the view that is told from now on; the presenter does not keep it alive.
    public func attach(_ view: any UserView) {
        self.view = view
    }

    /// Detaches the view: nobody is told from now on.
    public func detach() {
        view = nil
    }

    /// Loads the people and shows them, as many as were shown before.
    public func showUsers() async {
        view?.startLoading()
        do {
            let limit = users?.reloadLimit ?? RecordCollection<Member>.pageSize
            let page = try await service.users(after: nil, limit: limit)
            try Task.checkCancellation()
            (users, hasFailed) = (RecordList(page), false)
            view?.finishLoading()
            show()
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            hasFailed = true
            view?.finishLoading()
            view?.showFailure("The users could not be loaded: \(error)")
        }
    }

    /// Shows the next page after those that are shown.
    public func showMore() async throws {
        guard let place = users?.next, let limit = users?.pageLimit else { return }
        users?.append(try await service.users(after: place, limit: limit))
        show()
    }

    /// Adds somebody and shows them after the others.
    public func add(_ details: UserDetails) async throws {
        let user = try await service.add(details)
        guard users != nil else { return await showUsers() }
        users?.insertOwn(user)
        show()
    }

    /// Edits somebody, whose age cannot shrink, unless they have another revision by now than the person saw.
    public func edit(_ id: String, _ details: UserDetails, seen revision: Int64?) async throws {
        let user = try await refusing {
            try await service.change(id, seen: revision) { user in
                guard details.age >= user.age else {
                    throw InputRefused([
                        "age": "expected at least \(user.age), got \(details.age): nobody grows younger"
                    ])
                }
                try user.update(details)
            }
        }
        users?.apply(.updated(user))
        show()
    }

    /// Removes somebody.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await refusing { try await service.remove(id, seen: revision) }
        users?.removeOwn(id)
        show()
    }

    /// Shows what others have changed.
    public func usersChanged(_ change: RecordChange<Member>) async throws {
        switch change {
        case .reset where users != nil: try await reload()
        case .interrupted(let reason) where !hasFailed:
            view?.announce(Notice("The users may be out of date for a while: \(reason)", tone: .warning))
        case .resumed where hasFailed: await showUsers()
        case .resumed: view?.announce(Notice("The users are up to date again.", tone: .positive))
        case _ where hasFailed && users != nil: await showUsers()
        default:
            if users?.apply(change) == true { show() }
        }
    }

    /// Reads anew what was missed; while that fails, nothing that is shown can be trusted.
    private func reload() async throws {
        do {
            users = RecordList(try await service.users(after: nil, limit: users?.reloadLimit ?? 1))
            show()
        } catch let error where !(error is CancellationError) {
            hasFailed = true
            view?.showFailure("The users could not be loaded again: \(error)")
        }
    }

    /// Shows the user as they are by now where a change came too late, and says so.
    private func refusing<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let stale as StaleRecord<Member> {
            users?.show(stale)
            show()
            throw InputRefused(["id": "\(stale)"])
        }
    }

    private func show() {
        guard let users else { return }
        view?.offerMore(users.next != nil)
        if users.records.isEmpty { view?.setEmptyUsers() } else { view?.setUsers(users.records.map(UserViewData.init)) }
    }
}

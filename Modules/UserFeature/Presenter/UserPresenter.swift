import FeatureKit
public import FeatureStorage

/// Lists the users of a roster, and lets people add, edit and remove users.
public final class UserPresenter<Member: RosterMember>: ListPresenter {
    /// The users in the list.
    public let records: LiveRecords<Member>
    private weak var view: (any UserView)?

    /// Creates a presenter that has no view yet.
    public init(service: any UserService<Member>) {
        records = LiveRecords(service, named: "users")
        records.report(to: self, by: UserPresenter.show)
    }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any UserView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Adds a user.
    public func add(_ user: Member) async throws { try await records.insert(user) }

    /// Edits a user.
    ///
    /// Refuses an edit that lowers the age. Also refuses to edit a user whose record has changed since the person saw
    /// it.
    public func edit(_ id: String, seen revision: Int64?, _ edit: (inout Member) throws -> Void) async throws {
        try await records.change(id, seen: revision) { user in
            let age = user.age
            try edit(&user)
            guard user.age >= age else {
                throw InputRefused(["age": "expected at least \(age), got \(user.age): nobody grows younger"])
            }
        }
    }

    /// Removes users.
    ///
    /// Refused if one of them has changed since the person saw it.
    public func remove(_ users: [ChosenRecord]) async throws { try await records.remove(users) }

    private func show(_ event: LiveRecords<Member>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records(let users, let hasMore):
            view?.offerMore(hasMore)
            if users.isEmpty { view?.setEmptyUsers() } else { view?.setUsers(users.map { UserViewData($0) }) }
        case .record(let user): view?.setUser(user.map { UserViewData($0) })
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}

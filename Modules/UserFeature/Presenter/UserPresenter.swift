/// Shows the people of a roster.
public final class UserPresenter {
    private let service: any UserService
    private weak var view: (any UserView)?

    /// Creates a presenter without a view.
    public init(service: any UserService) {
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

    /// Loads the people and shows them.
    public func showUsers() async {
        view?.startLoading()
        do {
            let users = format(try await service.users())
            try Task.checkCancellation()
            view?.finishLoading()
            if users.isEmpty { view?.setEmptyUsers() } else { view?.setUsers(users) }
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            view?.finishLoading()
            view?.showFailure("The users could not be loaded: \(error)")
        }
    }

    private func format(_ users: Users) -> [UserViewData] {
        switch users {
        case .grid(let users): users.map(UserViewData.init)
        case .seoul(let users): users.map(UserViewData.init)
        }
    }
}

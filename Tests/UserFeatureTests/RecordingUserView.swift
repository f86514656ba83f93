import FeatureTesting
import UserFeature

/// A view that writes down what it was told.
final class RecordingUserView: RecordingView<RecordingUserView.Call>, UserView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmptyUsers
        case setUsers([UserViewData])
        case showFailure(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setUsers(_ users: [UserViewData]) { record(.setUsers(users)) }
    func setEmptyUsers() { record(.setEmptyUsers) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
}

/// A service that answers what a test wants.
struct StubUserService: UserService {
    var load: @Sendable () async throws -> Users = { .grid(User.sample) }

    func users() async throws -> Users { try await load() }
}

struct Derezzed: Error, CustomStringConvertible {
    let description = "the grid is down"
}

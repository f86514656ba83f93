import FeatureKit
import FeatureStorage
import FeatureTesting
import UserFeature

/// A view that writes down what it was told.
final class RecordingUserView: RecordingView<RecordingUserView.Call>, UserView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmptyUsers
        case setUsers([UserViewData])
        case showFailure(String)
        case offerMore
        case announce(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setUsers(_ users: [UserViewData]) { record(.setUsers(users)) }
    // That there is no more goes without saying.
    func offerMore(_ isThereMore: Bool) { if isThereMore { record(.offerMore) } }
    func setEmptyUsers() { record(.setEmptyUsers) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}

/// A service that answers what a test wants.
struct StubUserService<Member: Person>: UserService {
    var load: @Sendable () async throws -> [Member] = { Member.sample }

    func users(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Member> {
        RecordPage(try await load())
    }

    func add(_ details: UserDetails) async throws -> Stored<Member> {
        Stored(try Member(id: "new", details), revision: 10)
    }

    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Member) throws -> Void
    ) async throws -> Stored<Member> {
        throw StaleRecord<Member>(id: id, current: nil)
    }

    func remove(_ id: String, seen revision: Int64?) async throws { throw StaleRecord<Member>(id: id, current: nil) }

    func changes() -> RecordChanges<Member>? { nil }
}

struct Derezzed: Error, CustomStringConvertible {
    let description = "the grid is down"
}

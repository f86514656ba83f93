import FeatureKit
public import FeatureTesting
public import UserFeature

/// The recording view of the feature.
final class RecordingUserView: RecordingView<RecordingUserView.Call>, UserView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmptyUsers
        case setUsers([UserViewData])
        case setUser(UserViewData?)
        case showFailure(String)
        case offerMore
        case announce(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setUsers(_ users: [UserViewData]) { record(.setUsers(users)) }
    // Records the call only if more users can be loaded.
    func offerMore(_ isThereMore: Bool) { if isThereMore { record(.offerMore) } }
    func setEmptyUsers() { record(.setEmptyUsers) }
    func setUser(_ user: UserViewData?) { record(.setUser(user)) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}

extension StubRecords: UserService where R: RosterMember {}

struct Derezzed: Error, CustomStringConvertible {
    let description = "the grid is down"
}

import FeatureKit
import FeatureStorage

/// Implements ``UserView`` by drawing on a stage.
final class UserScreen: UserView {
    private let stage: Stage
    private let emptyTone: Tone
    private let edit: Action
    private var more: Button?
    // All sessions share the columns.
    private static let columns = [
        ListElement.Column(.title, title: "Name", sort: UserFeature.browsing.sort(by: "name")),
        .init(.detail, title: "Age", sort: UserFeature.browsing.sort(by: "age")),
    ]

    /// Creates a view for the users of a roster, with the actions that add and edit them.
    init(stage: Stage, roster: Roster, add: Action, edit: Action) {
        (self.stage, self.edit) = (stage, edit)
        emptyTone = roster == .grid ? .critical : .plain
        stage.screen.title = "Users"
        stage.screen.buttons = [Button(add, role: .primary), Button(UserFeature.refresh)]
    }

    func startLoading() { stage.screen.phase = .loading }
    func finishLoading() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(UserFeature.more) : nil }

    func setUsers(_ users: [UserViewData]) {
        stage.screen.tone = .plain
        stage.screen.elements = [.list(id: "users", rows: users.map(row), columns: Self.columns, more: more)]
    }

    func setEmptyUsers() {
        stage.screen.tone = emptyTone
        stage.screen.elements = [.placeholder(id: "empty", "No users")]
    }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: UserFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ user: UserViewData) -> Row {
        let buttons = [
            Button(edit, arguments: user.record.arguments),
            Button(UserFeature.remove, arguments: user.record.arguments, role: .destructive),
        ]
        return Row(user.record, title: user.name, detail: user.age, buttons: buttons)
    }
}

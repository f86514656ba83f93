import FeatureKit
import FeatureStorage

/// Implements ``UserView`` by drawing on a stage.
final class UserScreen: UserView {
    private let stage: Stage
    private let emptyTone: Tone
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(UserFeature.add, role: .primary), Button(UserFeature.refresh)]
    private static let columns = [
        ListElement.Column(.title, title: "Name", sort: UserFeature.browsing.sort(by: "name")),
        .init(.detail, title: "Age", sort: UserFeature.browsing.sort(by: "age")),
    ]

    init(stage: Stage, roster: Roster) {
        self.stage = stage
        emptyTone = roster == .grid ? .critical : .plain
        stage.screen.title = "Users"
        stage.screen.buttons = Self.buttons
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
            Button(UserFeature.edit, arguments: user.record.arguments, values: ["name": .text(user.enteredName)]),
            Button(UserFeature.remove, arguments: user.record.arguments, role: .destructive),
        ]
        return Row(user.record, title: user.name, detail: user.age, buttons: buttons)
    }
}

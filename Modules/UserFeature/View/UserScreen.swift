import FeatureKit
import FeatureStorage
import RecordScreens

/// Implements ``UserView`` by drawing on a stage.
final class UserScreen: UserView {
    private let stage: Stage
    private let places: RecordPlaces
    private let emptyTone: Tone
    private let edit: Action
    private let columns: [ListElement.Column]
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let bulk = [Button(UserFeature.remove, role: .destructive)]
    private static let columns = [
        ListElement.Column(.title, title: "Name", sort: UserFeature.browsing.sort(by: "name")),
        .init(.detail, title: "Age", sort: UserFeature.browsing.sort(by: "age")),
    ]
    private static let gridColumns = columns + [.init(name: "house", title: "House", kind: .reference)]

    /// Creates a view for the users of a roster, with the actions that add and edit them.
    init(stage: Stage, places: RecordPlaces, roster: Roster, add: Action, edit: Action) {
        (self.stage, self.places, self.edit) = (stage, places, edit)
        emptyTone = roster == .grid ? .critical : .plain
        columns = roster == .grid ? Self.gridColumns : Self.columns
        let buttons = [Button(add, role: .primary), Button(UserFeature.refresh)]
        places.begin(title: "Users", buttons: buttons + places.historyButtons)
    }

    func startLoading() { places.startLoading() }
    func finishLoading() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(UserFeature.more) : nil }

    func setUsers(_ users: [UserViewData]) {
        let rows = places.linked(users.map(row))
        let columns = places.headings(columns)
        places.showList([
            places.searchForm,
            .list(id: "users", rows: rows, columns: columns, more: more, total: places.total, bulk: Self.bulk),
            places.misfits,
        ])
    }

    func setEmptyUsers() { places.showList(places.nothing(id: "empty", "No users"), tone: emptyTone) }
    func setUser(_ user: UserViewData?) { places.showRecord(user.map(row), [places.editor(edit), places.history]) }
    func showFailure(_ message: String) { places.showFailure(message, retry: UserFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ user: UserViewData) -> Row {
        let buttons = [
            Button(edit, arguments: user.record.arguments),
            Button(UserFeature.remove, arguments: user.record.arguments, role: .destructive),
        ]
        return Row(user.record, title: user.name, detail: user.age, buttons: buttons)
    }
}

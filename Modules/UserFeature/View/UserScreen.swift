import FeatureKit

/// Draws a ``UserView``'s calls on a stage.
final class UserScreen: UserView {
    private let stage: Stage
    private let emptyTone: Tone

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - stage: Where it draws.
    ///   - roster: Whose emptiness it shows: that of the Grid is critical.
    init(stage: Stage, roster: Roster) {
        self.stage = stage
        emptyTone = roster == .grid ? .critical : .plain
        stage.screen.title = "Users"
        stage.screen.buttons = [Button(UserFeature.refresh)]
    }

    func startLoading() {
        stage.screen.phase = .loading
    }

    func finishLoading() {
        stage.screen.phase = .ready
    }

    func setUsers(_ users: [UserViewData]) {
        let rows = users.map { Row(id: $0.id, title: $0.name, detail: $0.age, values: $0.values) }
        stage.screen.tone = .plain
        stage.screen.elements = [.list(id: "users", rows: rows)]
    }

    func setEmptyUsers() {
        stage.screen.tone = emptyTone
        stage.screen.elements = [.placeholder(id: "empty", "No users")]
    }

    func showFailure(_ message: String) {
        stage.screen.phase = .failed(message: message, retry: Button(UserFeature.refresh, title: "Try again"))
    }
}

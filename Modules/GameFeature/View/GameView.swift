/// Shows a game.
///
/// Any user interface toolkit can implement this protocol. Before the first call, the view shows that the game is
/// paused.
public protocol GameView: AnyObject {
    /// Shows the started game.
    func updateGame(_ game: GameViewData)
    /// Shows that the game is paused.
    func showPaused()
    /// Shows the reason why the game cannot be shown.
    func showFailure(_ message: String)
}

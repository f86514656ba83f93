/// Shows a game, with any toolkit; shows at first that the game is paused.
public protocol GameView: AnyObject {
    /// Shows the started game.
    func updateGame(_ game: GameViewData)
    /// Shows that the game is paused.
    func showPaused()
    /// Shows why the game cannot be shown.
    func showFailure(_ message: String)
}

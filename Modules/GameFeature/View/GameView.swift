/// What shows a game, on whatever toolkit; at first it shows that the game is paused.
public protocol GameView: AnyObject {
    /// Shows the game that was started.
    func updateGame(_ game: GameViewData)
    /// Shows that the game is paused.
    func showPaused()
    /// Shows that the game could not be had, and why.
    func showFailure(_ message: String)
}

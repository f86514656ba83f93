/// Loads games.
public protocol GameService: Sendable {
    /// Returns the game with a title.
    func game(_ title: GameTitle) async throws -> Game
}

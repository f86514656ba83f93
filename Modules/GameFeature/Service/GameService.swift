/// Loads games.
public protocol GameService: Sendable {
    /// Returns the game with the given title.
    func game(_ title: GameTitle) async throws -> Game
}

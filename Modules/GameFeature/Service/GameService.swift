/// Knows the game to play.
public protocol GameService: Sendable {
    /// Returns the game.
    func game() async throws -> Game
}

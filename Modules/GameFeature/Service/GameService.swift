/// Knows the games to play.
public protocol GameService: Sendable {
    /// Returns the game of a title.
    func game(_ title: GameTitle) async throws -> Game
}

/// The game that the feature brings along.
public struct SampleGameService: GameService {
    /// Creates a service.
    public init() {}

    /// Returns the game.
    public func game() async throws -> Game {
        Game.sample
    }
}

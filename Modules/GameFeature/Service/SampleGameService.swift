/// The games that the feature brings along.
public struct SampleGameService: GameService {
    /// Creates a service.
    public init() {}

    /// Returns the game of a title.
    public func game(_ title: GameTitle) async throws -> Game {
        Game.classics[title] ?? Game.sample
    }
}

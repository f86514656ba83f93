/// A service that returns the sample games.
public struct SampleGameService: GameService {
    /// Creates a service.
    public init() {}

    /// Returns the sample game with the given title.
    public func game(_ title: GameTitle) async throws -> Game {
        Game.classics[title] ?? Game.sample
    }
}

/// A game as people read it.
public struct GameViewData: Equatable, Sendable {
    /// What it is called.
    public let name: String

    /// Formats a game.
    public init(_ game: Game) {
        name = game.name
    }
}

/// The texts that show a game to people.
public struct GameViewData: Equatable, Sendable {
    /// The name.
    public let name: String

    /// Formats a game for people.
    public init(_ game: Game) {
        name = game.name
    }
}

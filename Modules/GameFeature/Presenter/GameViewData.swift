/// The texts of a game, formatted for people.
public struct GameViewData: Equatable, Sendable {
    /// The name.
    public let name: String

    /// Creates the texts of a game.
    public init(_ game: Game) {
        name = game.name
    }
}

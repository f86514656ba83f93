/// A video game.
public struct Game: Hashable, Sendable {
    /// The game that is played unless another is chosen.
    public static let sample = Game(name: "Space Invaders", year: "1978", author: "Tomohiro Nishikado")

    /// The games that the feature brings along.
    public static let classics: [GameTitle: Game] = [
        .spaceInvaders: sample,
        .pong: Game(name: "Pong", year: "1972", author: "Allan Alcorn"),
        .pacMan: Game(name: "Pac-Man", year: "1980", author: "Toru Iwatani"),
        .donkeyKong: Game(name: "Donkey Kong", year: "1981", author: "Shigeru Miyamoto"),
    ]

    /// What it is called.
    public var name: String
    /// The year it came out.
    public var year: String
    /// Who made it.
    public var author: String

    /// Creates a game.
    public init(name: String, year: String, author: String) {
        (self.name, self.year, self.author) = (name, year, author)
    }
}

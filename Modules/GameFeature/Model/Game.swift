/// A video game.
public struct Game: Hashable, Sendable {
    /// The default game.
    public static let sample = Game(name: "Space Invaders", year: "1978", author: "Tomohiro Nishikado")

    /// The sample games.
    public static let classics: [GameTitle: Game] = [
        .spaceInvaders: sample,
        .pong: Game(name: "Pong", year: "1972", author: "Allan Alcorn"),
        .pacMan: Game(name: "Pac-Man", year: "1980", author: "Toru Iwatani"),
        .donkeyKong: Game(name: "Donkey Kong", year: "1981", author: "Shigeru Miyamoto"),
    ]

    /// The name.
    public var name: String
    /// The year of release.
    public var year: String
    /// The author.
    public var author: String

    /// Creates a game.
    public init(name: String, year: String, author: String) {
        (self.name, self.year, self.author) = (name, year, author)
    }
}

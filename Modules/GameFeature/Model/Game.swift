/// A video game.
public struct Game: Hashable, Sendable {
    /// The game that the feature brings along.
    public static let sample = Game(name: "Space Invaders", year: "1978", author: "Tomohiro Nishikado")

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

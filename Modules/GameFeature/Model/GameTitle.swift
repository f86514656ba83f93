public import FeatureKit

/// The title of a game.
public enum GameTitle: String, CaseIterable, FieldType {
    /// The default game.
    case spaceInvaders = "Space Invaders"
    /// A game of table tennis.
    case pong = "Pong"
    /// A maze game.
    case pacMan = "Pac-Man"
    /// A platform game.
    case donkeyKong = "Donkey Kong"
}

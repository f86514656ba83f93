public import FeatureKit

/// The games that can be played, by their titles.
public enum GameTitle: String, CaseIterable, FieldType {
    /// The first, which is played unless another is chosen.
    case spaceInvaders = "Space Invaders"
    /// A table of tennis.
    case pong = "Pong"
    /// A maze with ghosts.
    case pacMan = "Pac-Man"
    /// Barrels and ladders.
    case donkeyKong = "Donkey Kong"
}

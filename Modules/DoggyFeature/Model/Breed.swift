public import FeatureKit

/// The breeds that find a home here.
public enum Breed: String, CaseIterable, Codable, FieldType {
    /// Calm and stubborn.
    case bulldog = "Bulldog"
    /// Alert and loyal.
    case doberman = "Doberman"
    /// Friendly and hungry.
    case labrador = "Labrador"
}

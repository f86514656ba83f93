public import FeatureKit

/// The breed of a dog.
public enum Breed: String, CaseIterable, Codable, FieldType {
    /// The Bulldog.
    case bulldog = "Bulldog"
    /// The Doberman.
    case doberman = "Doberman"
    /// The Labrador.
    case labrador = "Labrador"
}

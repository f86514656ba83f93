public import FeatureKit

/// A roster of users.
public enum Roster: String, CaseIterable, FieldType {
    /// The users of the Grid.
    case grid
    /// The users of Seoul.
    case seoul
}

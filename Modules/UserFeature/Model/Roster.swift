public import FeatureKit

/// Which people are listed.
public enum Roster: String, CaseIterable, FieldType {
    /// Those of the Grid.
    case grid
    /// Those of Seoul.
    case seoul
}

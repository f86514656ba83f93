import FeatureKit

/// Generates the keys of new records.
public enum RecordID {
    /// Returns a random key: 128 bits as 32 hexadecimal digits.
    @Sendable
    public static func random() -> String { Session.randomID() }
}

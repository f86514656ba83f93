import FeatureKit

/// The keys of new records.
public enum RecordID {
    /// Makes a random key: 128 bits as 32 hexadecimal digits.
    @Sendable
    public static func random() -> String { Session.randomID() }
}

import FeatureKit

/// The keys of new records.
public enum RecordID {
    /// Makes a key that nobody has: 128 random bits as 32 hexadecimal digits.
    @Sendable
    public static func random() -> String { Session.randomID() }
}

/// Generates keys for records without an `id`.
///
/// A key consists of 64 random bits, which are the same for all records of an import, and the record's number. The
/// number alone would clash with stored keys. A separate random key for each record would have a random order, which
/// makes building an index of a million keys several times slower.
struct FreshKeys: Sendable {
    private let prefix = padded(String(UInt64.random(in: .min ... .max), radix: 36), to: 13)

    /// Returns the key of a record for its number in the file.
    ///
    /// Repeated calls return the same key.
    func key(_ number: Int) -> String {
        prefix + Self.padded(String(number, radix: 36), to: 6)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

/// Makes keys for records without an `id`.
///
/// A key is 64 random bits, the same for all records of an import, and then the record's number. Numbers alone would
/// clash with stored keys. Random keys for each record would be in random order, which makes an index of a million keys
/// several times slower.
struct FreshKeys: Sendable {
    private let prefix = padded(String(UInt64.random(in: .min ... .max), radix: 36), to: 13)

    /// The key of a record, by its number in the file; it is the same at each call.
    func key(_ number: Int) -> String {
        prefix + Self.padded(String(number, radix: 36), to: 6)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

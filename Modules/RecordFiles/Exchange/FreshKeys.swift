/// Keys for records whose file gives them none.
///
/// 64 random bits that all records of one import share, and each record's number. Numbers alone would clash with stored
/// ones; bits of each record's own would come scattered, which costs an index of a million keys several times as much as
/// keys in order.
struct FreshKeys: Sendable {
    private let prefix = padded(String(UInt64.random(in: .min ... .max), radix: 36), to: 13)

    /// The key of a record, by its number in the file: the same each time.
    func key(_ number: Int) -> String {
        prefix + Self.padded(String(number, radix: 36), to: 6)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

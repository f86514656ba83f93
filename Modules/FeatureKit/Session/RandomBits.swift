import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension Session {
    /// Returns a new session id: 128 random bits from the system's generator, as 32 hexadecimal digits.
    public static func randomID() -> String { RandomBits.shared.hexadecimal() }
}

/// A buffer of random bits for session ids.
///
/// It fetches bits for many ids at once, because a call of the system's generator takes longer than making an id.
private final class RandomBits: Sendable {
    /// The buffer of the whole process.
    ///
    /// Sharing is safe, because each bit is used only once. A buffer per caller would call the system's generator for
    /// the first id of every caller.
    static let shared = RandomBits()

    private let halves = Mutex<[UInt64]>([])

    /// Removes the next 128 bits, and returns them as 32 hexadecimal digits.
    func hexadecimal() -> String {
        let (first, second) = halves.withLock { halves in
            if halves.isEmpty { Self.draw(into: &halves) }
            return (halves.removeLast(), halves.removeLast())
        }
        let digits = StaticString("0123456789abcdef")
        return String(unsafeUninitializedCapacity: 32) { utf8 in
            for digit in 0..<16 {
                utf8[digit] = digits.utf8Start[Int(first >> (60 - 4 * digit) & 15)]
                utf8[16 + digit] = digits.utf8Start[Int(second >> (60 - 4 * digit) & 15)]
            }
            return 32
        }
    }

    /// Fills an empty buffer with 256 bytes, the most that one call of `getentropy` returns (POSIX.1-2024).
    private static func draw(into halves: inout [UInt64]) {
        halves = [UInt64](repeating: 0, count: 32)
        let status = halves.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        guard status != 0 else { return }
        var generator = SystemRandomNumberGenerator()
        halves = (0..<32).map { _ in generator.next() }
    }
}

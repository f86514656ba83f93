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
    /// Makes a session's key: 128 random bits of the system's generator as 32 hexadecimal digits.
    public static func randomID() -> String { RandomBits.shared.hexadecimal() }
}

/// Random bits for keys, drawn for many keys at once, because a call of the system's generator costs more than a key.
private final class RandomBits: Sendable {
    /// Process-wide: the bits depend on no caller, each is handed out once, and a buffer for each caller would need a
    /// call of the system's generator for each caller's first key.
    static let shared = RandomBits()

    private let halves = Mutex<[UInt64]>([])

    /// Returns the next 128 bits as 32 hexadecimal digits, and removes them.
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

    /// Fills an empty list with the most that one call of the system gives: 256 bytes (`getentropy`, POSIX.1-2024).
    private static func draw(into halves: inout [UInt64]) {
        halves = [UInt64](repeating: 0, count: 32)
        let status = halves.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        guard status != 0 else { return }
        var generator = SystemRandomNumberGenerator()
        halves = (0..<32).map { _ in generator.next() }
    }
}

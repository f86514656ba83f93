extension Sequence<UInt8> {
    /// The 64-bit FNV-1a hash of the bytes, which is the same in all processes.
    @inlinable package var fingerprint: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

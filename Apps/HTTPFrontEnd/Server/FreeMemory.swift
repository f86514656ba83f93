import CMalloc

/// Decides when the process returns free memory to the system.
///
/// The allocator keeps the memory of sessions and streams that have ended, because a few blocks between them are in use.
package struct FreeMemory: Sendable {
    /// The number of sessions and streams whose memory is worth returning.
    package static let threshold = 256

    private var noted = 0
    private var returned = 0

    /// Creates an instance for a process in which nothing has ended.
    package init() {}

    /// Notes how many sessions and streams have ended.
    ///
    /// Call it at regular intervals.
    ///
    /// - Returns: Whether ``threshold`` of them had ended at the last call, since memory was last returned. They have
    ///   freed their memory in the meantime.
    package mutating func isWorthReturning(after endedCount: Int) -> Bool {
        defer { noted = endedCount }
        guard noted - returned >= Self.threshold else { return false }
        returned = noted
        return true
    }

    /// Returns the free memory of the process to the system.
    ///
    /// This takes some milliseconds.
    static func giveBack() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}

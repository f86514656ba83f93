/// A limited set of values, which forgets those that were not used for the longest time.
///
/// A value is forgotten at the latest after twice ``limit`` other values were used, and never before ``limit`` others were.
struct RecentValues<Value: Hashable & Sendable>: Sendable {
    /// The number of most recently used values that are always remembered.
    let limit: Int
    private var newer: Set<Value> = []
    private var older: Set<Value> = []

    init(limit: Int) { self.limit = limit }

    /// Remembers a value as the most recently used one.
    mutating func use(_ value: Value) {
        guard newer.insert(value).inserted, newer.count >= limit else { return }
        (older, newer) = (newer, [])
    }

    /// Returns whether a value is remembered, and counts this as a use.
    mutating func knows(_ value: Value) -> Bool {
        if newer.contains(value) { return true }
        guard older.contains(value) else { return false }
        use(value)
        return true
    }
}

/// How long to wait before something that failed is tried again: each time longer, and not all clients at once.
package struct Backoff: Sendable {
    private static let (shortest, longest) = (Duration.milliseconds(500), Duration.seconds(15))

    private let jitter: @Sendable () -> Double
    private var failures = 0

    /// Creates one for something that has not failed yet.
    ///
    /// - Parameter jitter: Draws the share of the full pause that is waited for.
    package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }) {
        self.jitter = jitter
    }

    /// Returns how long to wait after one more failure.
    package mutating func next() -> Duration {
        let full = min(Self.longest, Self.shortest * (1 << min(failures, 10)))
        failures += 1
        return full * jitter()
    }

    /// Forgets the failures: it works again.
    package mutating func reset() { failures = 0 }
}

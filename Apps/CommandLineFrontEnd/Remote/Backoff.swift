/// The pauses between attempts: each longer than the last, with jitter so that clients do not try again at once.
package struct Backoff: Sendable {
    private static let (shortest, longest) = (Duration.milliseconds(500), Duration.seconds(15))

    private let jitter: @Sendable () -> Double
    private var failures = 0

    /// Creates a backoff without failures.
    ///
    /// - Parameter jitter: Draws the factor, up to 1, of each pause.
    package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }) {
        self.jitter = jitter
    }

    /// Returns the pause after one more failure.
    package mutating func next() -> Duration {
        let full = min(Self.longest, Self.shortest * (1 << min(failures, 10)))
        failures += 1
        return full * jitter()
    }

    /// Forgets the failures after a success.
    package mutating func reset() { failures = 0 }
}

/// The pauses between attempts (exponential backoff).
///
/// Random jitter spreads the attempts of many clients over time.
package struct Backoff: Sendable {
    private static let (shortest, longest) = (Duration.milliseconds(500), Duration.seconds(15))

    private let jitter: @Sendable () -> Double
    private var failures = 0

    /// Creates a backoff with no failures so far.
    ///
    /// - Parameter jitter: Returns the random factor, at most 1, by which the next pause is multiplied.
    package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }) {
        self.jitter = jitter
    }

    /// Counts one more failure and returns the pause before the next attempt.
    package mutating func next() -> Duration {
        let full = min(Self.longest, Self.shortest * (1 << min(failures, 10)))
        failures += 1
        return full * jitter()
    }

    /// Resets the number of failures to zero after a success.
    package mutating func reset() { failures = 0 }
}

extension Clock<Duration> {
    /// Starts a stopwatch: returns a closure that returns the time elapsed since this call.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}

#if PostgreSQL
    /// Receives notifications that other stores have written, on its own connection.
    ///
    /// If the connection breaks, it connects again until it succeeds.
    struct PostgreSQLWatch: Sendable {
        /// The pause before the first new attempt; each further pause is twice as long.
        static let shortestPause = Duration.milliseconds(100)
        /// The longest pause.
        static let longestPause = Duration.seconds(5)

        let location: PostgreSQLLocation
        let clock: any Clock<Duration>

        /// Listens until the task is cancelled; calls `sendHint` at each notification.
        func run(_ sendHint: () -> Void) async {
            var pause = Self.shortestPause
            while !Task.isCancelled {
                if let notifications = try? await notifications() {
                    pause = Self.shortestPause
                    // The first element comes immediately: a write may have come before it.
                    for await _ in notifications { sendHint() }
                    // The follower that reads the log after this hint gets the error.
                    sendHint()
                }
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, Self.longestPause)
            }
        }

        private func notifications() async throws -> AsyncStream<Void> {
            let connection = PostgreSQLConnection()
            try await connection.open(location)
            return try await connection.listen(at: location)
        }
    }
#endif

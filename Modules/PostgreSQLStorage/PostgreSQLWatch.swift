#if PostgreSQL
    /// Receives notifications about the writes of other stores, on a connection of its own.
    ///
    /// If the connection breaks, the watch tries to reconnect until an attempt succeeds.
    struct PostgreSQLWatch: Sendable {
        /// The pause before the first attempt to reconnect.
        ///
        /// Each further pause is twice as long.
        static let shortestPause = Duration.milliseconds(100)
        /// The maximum pause between two attempts.
        static let longestPause = Duration.seconds(5)

        let location: PostgreSQLLocation
        let clock: any Clock<Duration>

        /// Listens until the task is cancelled.
        ///
        /// Calls `sendHint` at each notification.
        func run(_ sendHint: () -> Void) async {
            var pause = Self.shortestPause
            while !Task.isCancelled {
                if let notifications = try? await notifications() {
                    pause = Self.shortestPause
                    // The first element arrives immediately, because another store may have written before the
                    // listening began.
                    for await _ in notifications { sendHint() }
                    // The hint makes the follower read the log, so the follower receives the error.
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

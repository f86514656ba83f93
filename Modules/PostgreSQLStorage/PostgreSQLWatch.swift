#if PostgreSQL
    /// Hears that other stores have written, by a connection that listens.
    ///
    /// When the connection breaks, another is tried until one stands again.
    struct PostgreSQLWatch: Sendable {
        /// How long to wait before the first attempt to connect again; each further one waits twice as long.
        static let shortestPause = Duration.milliseconds(100)
        /// How long to wait at most.
        static let longestPause = Duration.seconds(5)

        let place: PostgreSQLPlace
        let clock: any Clock<Duration>

        /// Listens until the task is cancelled.
        func run(_ give: () -> Void) async {
            var pause = Self.shortestPause
            while !Task.isCancelled {
                if let notifications = try? await notifications() {
                    pause = Self.shortestPause
                    // The first comes at once: something may have been written before.
                    for await _ in notifications { give() }
                    // Who reads the log after this hint learns what is wrong.
                    give()
                }
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, Self.longestPause)
            }
        }

        private func notifications() async throws -> AsyncStream<Void> {
            let connection = PostgreSQLConnection()
            try await connection.open(place)
            return try await connection.listen(at: place)
        }
    }
#endif

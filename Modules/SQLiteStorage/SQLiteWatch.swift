/// Polls the file for writes of other processes and of other stores in this process.
struct SQLiteWatch: Sendable {
    let connections: SQLiteConnections
    let clock: any Clock<Duration>

    /// Polls until the task is cancelled.
    ///
    /// Calls `sendHint` after each change.
    func run(_ sendHint: () -> Void) async {
        var version: Int?
        // Poll first after a pause. Until then the follower reads the log, and that would have to wait for the poll.
        while !Task.isCancelled, (try? await clock.sleep(for: SQLiteRecordStore.pollInterval)) != nil {
            do {
                let current = try await connections.dataVersion()
                // Send a hint at the first poll too, because another connection may have written before it.
                if current != version { sendHint() }
                version = current
            } catch {
                // The hint makes the follower read the log, so the follower receives the error.
                sendHint()
            }
        }
    }
}

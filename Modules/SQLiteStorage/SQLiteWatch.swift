import GRDB

/// Polls the file for writes of other processes and of other stores in this process.
///
/// `PRAGMA data_version` changes when another connection has committed. Its values can be compared only on the same
/// connection and outside transactions. The watch therefore has a connection of its own.
struct SQLiteWatch: Sendable {
    let file: SQLiteFile
    let clock: any Clock<Duration>

    /// Polls until the task is cancelled.
    ///
    /// Calls `sendHint` after each change.
    func run(_ sendHint: () -> Void) async {
        var connection: DatabaseQueue?
        var version: Int?
        while !Task.isCancelled {
            do {
                let open = try connection ?? file.openForWatching()
                connection = open
                let current = try await open.writeWithoutTransaction {
                    try Int.fetchOne($0, sql: "PRAGMA data_version")
                }
                // Send a hint at the first poll too, because another connection may have written before it.
                if current != version { sendHint() }
                version = current
            } catch {
                // The hint makes the follower read the log, so the follower receives the error.
                sendHint()
            }
            guard (try? await clock.sleep(for: SQLiteRecordStore.pollInterval)) != nil else { return }
        }
    }
}

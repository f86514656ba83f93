import GRDB

/// Polls the file for writes of other processes, and of other stores in this process.
///
/// `PRAGMA data_version` changes when another connection has committed. Its values compare only on one connection,
/// outside transactions, so this watch keeps a connection of its own.
struct SQLiteWatch: Sendable {
    let file: SQLiteFile
    let clock: any Clock<Duration>

    /// Polls until the task is cancelled; calls `sendHint` after each change.
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
                // Also at the first poll: a write may have come before it.
                if current != version { sendHint() }
                version = current
            } catch {
                // The follower that reads the log after this hint gets the error.
                sendHint()
            }
            guard (try? await clock.sleep(for: SQLiteRecordStore.pollInterval)) != nil else { return }
        }
    }
}

import GRDB

/// Notices that other processes, or other stores of this one, have written a file: by asking it again and again.
///
/// `PRAGMA data_version` changes on a connection when another one has committed, and is comparable on that connection
/// only, outside any transaction. So one is kept for it.
struct SQLiteWatch: Sendable {
    let file: SQLiteFile
    let clock: any Clock<Duration>

    /// Asks until the task is cancelled.
    func run(_ give: () -> Void) async {
        var connection: DatabaseQueue?
        var version: Int?
        while !Task.isCancelled {
            do {
                let open = try connection ?? file.openForWatching()
                connection = open
                let current = try await open.writeWithoutTransaction {
                    try Int.fetchOne($0, sql: "PRAGMA data_version")
                }
                // The first time too: something may have been written before.
                if current != version { give() }
                version = current
            } catch {
                // Who reads the log after this hint learns what is wrong.
                give()
            }
            guard (try? await clock.sleep(for: SQLiteRecordStore.pollInterval)) != nil else { return }
        }
    }
}

import Logging
import Synchronization

/// Collects the log messages of a host.
final class LogRecord: Sendable {
    /// One log message.
    struct Entry: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata
    }

    private struct Handler: LogHandler {
        let record: LogRecord
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let entry = Entry(
                level: event.level, message: event.message.description,
                metadata: metadata.merging(event.metadata ?? [:]) { $1 })
            record.all.withLock { $0.append(entry) }
        }
    }

    private let all = Mutex<[Entry]>([])

    /// All log messages.
    var entries: [Entry] { all.withLock(\.self) }

    /// Creates the log handler.
    @Sendable
    func handler(_ label: String) -> any LogHandler { Handler(record: self) }
}

public import FeatureKit

/// Loads the records that a launch's options ask for, as slowly as they ask for.
public struct RecordLoader<R: Record>: Sendable {
    private enum Origin: Sendable {
        case memory([R])
        case file(any RecordFile)
    }

    private let origin: Origin
    private let latency: Duration
    private let clock: any Clock<Duration>

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - options: The launch's options; ``RecordSource/option`` and ``RecordSource/latencyOption`` must be among them.
    ///   - sample: The records of the source `sample`.
    ///   - files: What opens the person's own file.
    ///   - clock: What the latency is measured by.
    /// - Throws: What ``RecordFileOpener/open(_:)`` throws for a file that cannot be opened.
    public init(options: Options, sample: [R], files: any RecordFileOpener, clock: any Clock<Duration>) throws {
        origin =
            switch try options[RecordSource.option] {
            case .sample: .memory(sample)
            case .empty: .memory([])
            case .file(let path): .file(try files.open(path))
            }
        latency = try options[RecordSource.latencyOption]
        self.clock = clock
    }

    /// Waits as long as the latency says and returns the records.
    ///
    /// - Throws: What the file says of malformed records; `CancellationError` if the task is cancelled meanwhile.
    public func load() async throws -> [R] {
        if latency > .zero { try await clock.sleep(for: latency) }
        return switch origin {
        case .memory(let records): records
        case .file(let file): try await file.records(of: R.self)
        }
    }
}

import FeatureKit
import Foundation

/// Runs the scans of a store: the reads whose cost grows with the number of records.
///
/// As many scans run at the same time as the process has cores less one, at least one. The clients take turns
/// (``Requester``). A client whose scan is running gets no further place while another client without a place waits.
package final class ScanPlaces: Sendable {
    /// The longest time that a scan runs.
    package static let limit = Duration.seconds(2)

    private let places: FairPlaces<Requester?>
    private let limit: Duration?
    private let clock: any Clock<Duration>

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - count: The greatest number of places; there are not more than the cores less one, and at least one.
    ///   - limit: The longest time that a scan runs; `nil` for no limit, or if the scans limit their time themselves.
    ///   - clock: Measures the limit.
    package init(
        most count: Int = .max, limit: Duration? = ScanPlaces.limit, clock: any Clock<Duration>
    ) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        (self.limit, self.clock) = (limit, clock)
        places = FairPlaces(count: max(1, min(count, cores - 1)), isYielding: true, clock: clock)
    }

    /// The number of places.
    package var count: Int { places.count }

    /// The number of scans that wait for a place.
    package var waitingCount: Int { places.waitingCount }

    /// The number of taken places.
    package var takenCount: Int { places.takenCount }

    /// Waits for a place and runs a scan in it.
    ///
    /// - Parameter scan: The scan. It ends as soon as possible when its task is cancelled.
    /// - Throws: ``StorageError`` with the code ``StorageError/Code/scanTooLong`` if the scan takes longer than the limit;
    ///   `CancellationError` if the task is cancelled; any error of the scan.
    package func run<Result: Sendable>(_ scan: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let requester = Requester.current
        _ = try await places.take(for: requester)
        defer { places.give(of: requester) }
        let scanning = Task {
            // A store may report its interruption as an error of its own.
            do { return try await scan() } catch  where Task.isCancelled { throw CancellationError() }
        }
        let timer = limit.map { limit in
            Task { [clock] in
                guard (try? await clock.sleep(for: limit)) != nil else { return false }
                scanning.cancel()
                return true
            }
        }
        defer { timer?.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await scanning.value
            } onCancel: {
                scanning.cancel()
            }
        } catch is CancellationError where !Task.isCancelled {
            timer?.cancel()
            throw await timer?.value == true ? StorageError.scanTooLong : CancellationError()
        }
    }
}

extension StorageError {
    /// The error for a scan that was ended because it took too long.
    package static let scanTooLong = StorageError(
        .scanTooLong, "This search takes too long. Add letters or a filter.")
}

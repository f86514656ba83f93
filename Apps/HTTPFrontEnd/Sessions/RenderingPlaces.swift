import FeatureKit
package import HTTPConnections

/// Renders pages: as many at the same time as the process has cores, in turn by client address, and on no thread that
/// serves other requests.
///
/// A task that is cancelled stops waiting at once. Its rendering ends as soon as the rendering checks for cancellation.
/// The place stays taken until then.
package final class RenderingPlaces: Sendable {
    private let places: FairPlaces<ClientAddress>
    private let executor: OffLoopExecutor
    private let limit: Duration

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - count: The number of places; by default, the number of cores.
    ///   - limit: The longest time that a request waits for its place.
    ///   - clock: Measures the limit.
    package init(count: Int? = nil, waitingAtMost limit: Duration, clock: any Clock<Duration>) {
        (self.limit, executor) = (limit, OffLoopExecutor())
        places = FairPlaces(count: count ?? executor.threadCount, clock: clock)
    }

    /// The number of places.
    package var placeCount: Int { places.count }

    /// The number of requests that wait for a place.
    package var waitingCount: Int { places.waitingCount }

    /// The number of taken places.
    package var takenCount: Int { places.takenCount }

    /// Waits for a place and runs work in it.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - isPatient: Whether the work waits without a limit, as that of a stream does.
    ///   - work: The work. It runs on a thread for long work. A long rendering checks for cancellation from time to time.
    /// - Throws: ``RenderingDelay`` if the place comes too late; `CancellationError` if the task is cancelled; any error of
    ///   the work.
    package func render<Result: Sendable>(
        for address: ClientAddress, isPatient: Bool = false, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard try await places.take(for: address, within: isPatient ? nil : limit) else {
            throw RenderingDelay(limit: limit)
        }
        defer { places.give(of: address) }
        let task = Task(executorPreference: executor) {
            try Task.checkCancellation()
            return try await work()
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// The error for a page whose turn came too late.
package struct RenderingDelay: Error, Sendable, Hashable {
    /// The time that the request has waited for.
    let limit: Duration
}

extension Error {
    /// Whether no page can be shown: the client has gone, or the page's turn came too late.
    var endsVisit: Bool { self is RenderingDelay || self is CancellationError && Task.isCancelled }
}

import HTTPConnections
import NIOCore

extension Departures {
    /// Runs work for a client, and cancels it when the client's connection closes.
    ///
    /// - Parameters:
    ///   - channel: The connection of the request.
    ///   - work: The work. It runs in a task of its own.
    /// - Throws: Any error of the work.
    func attending<Result: Sendable>(
        _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await work() }
        let number = observe(channel) { task.cancel() }
        defer { forget(number, of: channel) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

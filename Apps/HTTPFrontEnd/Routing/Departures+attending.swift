import FeatureKit
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

    /// Waits in a session, and closes the session when the client's connection closes.
    ///
    /// - Parameters:
    ///   - channel: The connection of the request; `nil` if the session does not end with its client.
    ///   - session: The session.
    ///   - wait: Waits in the session.
    func closing<Result>(
        _ session: Session, with channel: (any Channel)?, _ wait: () async throws -> Result
    ) async rethrows -> Result {
        guard let channel else { return try await wait() }
        let number = observe(channel) { Task { await session.close() } }
        defer { forget(number, of: channel) }
        return try await wait()
    }
}

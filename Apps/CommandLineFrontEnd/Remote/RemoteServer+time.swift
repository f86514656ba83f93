import FeatureKit

extension RemoteServer {
    /// Runs an exchange with the server within ``patience``, however slowly the server sends its bytes.
    ///
    /// - Throws: `RemoteFault` if the exchange takes longer, and the errors of the operation.
    func inTime<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let timeLimit: Contender<Value> = { [clock, patience] in
            try await clock.sleep(for: patience)
            throw RemoteFault(reason: "no whole answer within \(patience.fieldText)")
        }
        return try await firstResult(of: [operation, timeLimit]).get()
    }
}

extension Console {
    /// Runs an operation within the time limit of a command.
    ///
    /// Cancels an operation that takes longer, and does not wait for its end.
    ///
    /// - Parameters:
    ///   - limit: The time limit; `nil` for none.
    ///   - address: The root of the server's addresses, for the message.
    /// - Throws: ``CommandLineError`` if the limit has passed, and the errors of the operation.
    func within<Value: Sendable>(
        _ limit: Duration?, of address: String, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let limit else { return try await operation() }
        let timeLimit: Contender<Value> = { [clock] in
            try await clock.sleep(for: limit)
            throw CommandLineError.timedOut(
                "'\(address)' did not send its whole answer within \(limit.fieldText); set a longer --timeout")
        }
        return try await firstResult(of: [operation, timeLimit]).get()
    }
}

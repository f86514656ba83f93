/// One of several operations that run at the same time.
///
/// Only the result of the operation that ends first counts. An operation that returns `nil` has no result.
typealias Contender<Value> = @Sendable () async throws -> Value?

/// Returns the result of the operation that ends first.
///
/// Cancels the other operations and does not wait for them.
///
/// This function uses no task group, because a task group would wait for an operation that ignores cancellation.
func firstResult<Value: Sendable>(of contenders: [Contender<Value>]) async -> Result<Value, any Error> {
    let (results, result) = AsyncStream<Result<Value, any Error>>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let tasks = contenders.map { contender in
        Task {
            do { if let value = try await contender() { result.yield(.success(value)) } } catch {
                result.yield(.failure(error))
            }
        }
    }
    defer { tasks.forEach { $0.cancel() } }
    for await result in results { return result }
    return .failure(CancellationError())
}

extension Console {
    /// Returns an operation that throws when SIGINT or SIGTERM arrives.
    ///
    /// Calling this function starts to catch both signals.
    func interruption<Value>() -> Contender<Value> {
        let signals = interruptions()
        return {
            for await signal in signals { throw CommandLineError.interrupted(signal: signal) }
            return nil
        }
    }
}

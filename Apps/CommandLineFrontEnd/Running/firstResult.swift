/// One of several competing operations.
///
/// The first to end gives the result; one that returns `nil` is ignored.
typealias Contender<Value> = @Sendable () async throws -> Value?

/// Returns the result of the first operation to end, and cancels the others without waiting for them.
///
/// A task group would wait for an operation that ignores its cancellation.
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
    /// Starts to catch SIGINT and SIGTERM.
    ///
    /// The operation throws at the first signal.
    func interruption<Value>() -> Contender<Value> {
        let signals = interruptions()
        return {
            for await signal in signals { throw CommandLineError.interrupted(signal: signal) }
            return nil
        }
    }
}

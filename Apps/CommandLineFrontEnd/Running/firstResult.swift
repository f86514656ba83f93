/// One of several operations, of which the first to end decides; one that returns `nil` takes no part.
typealias Contender<Value> = @Sendable () async throws -> Value?

/// Returns how the first of several operations ends, and cancels the others without waiting for them.
///
/// A task group would wait: here an operation that does not heed its cancellation must not hold up the program.
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
    /// Begins to catch the signals that ask the program to end; the first ends what it competes with.
    func interruption<Value>() -> Contender<Value> {
        let signals = interruptions()
        return {
            for await signal in signals { throw CommandLineError.interrupted(signal: signal) }
            return nil
        }
    }
}

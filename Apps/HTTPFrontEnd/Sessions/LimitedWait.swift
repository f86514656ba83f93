/// Waits for work that goes on by itself, no longer than a limit and no longer than the caller's task lives.
///
/// - Parameters:
///   - task: The work; it is not cancelled when the waiting ends.
///   - limit: How long to wait.
///   - clock: What measures the limit.
/// - Returns: What the work returns; `nil` when the limit has passed.
/// - Throws: What the work throws; `CancellationError` if the caller's task is cancelled.
func value<Value: Sendable>(
    of task: Task<Value, any Error>, within limit: Duration, clock: any Clock<Duration>
) async throws -> Value? {
    let (results, source) = AsyncStream<Result<Value, any Error>?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let waiter = Task { source.yield(await task.result) }
    let timer = Task {
        try await clock.sleep(for: limit)
        source.yield(nil)
    }
    defer {
        waiter.cancel()
        timer.cancel()
    }
    for await result in results { return try result?.get() }
    throw CancellationError()
}

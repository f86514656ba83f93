import FeatureKit

extension Console {
    /// Waits until the printing task has ended, the time limit has passed or a signal has arrived.
    ///
    /// The function then closes the session.
    ///
    /// - Parameters:
    ///   - printing: The task that prints frames until the session is closed.
    ///   - limit: The time limit, or `nil` for no limit.
    ///   - interruption: The operation that waits for a signal.
    ///   - close: Closes the session, which ends the printing task.
    /// - Returns: The phase of the last frame that was printed.
    /// - Throws: ``CommandLineError`` for a signal. In that case the function does not wait for the printing task,
    ///   because the process that reads the output may be blocked.
    func wait(
        for printing: Task<Phase, any Error>, within limit: Duration?, _ interruption: @escaping Contender<Void>,
        close: () async -> Void
    ) async throws -> Phase {
        let course: Contender<Void> = { _ = try await printing.value }
        let timeLimit: Contender<Void> = {
            guard let limit else { return nil }
            return try await clock.sleep(for: limit)
        }
        let result = await firstResult(of: [course, interruption, timeLimit])
        await close()
        if case .failure(let error as CommandLineError) = result, error.isInterruption { throw error }
        let phase = try await printing.value
        try result.get()
        return phase
    }
}

import FeatureKit

extension Console {
    /// Waits until a task has printed everything, a time limit has passed or a signal has come, then closes the session.
    ///
    /// - Parameters:
    ///   - printing: Prints frames until the session is closed.
    ///   - limit: The time limit; `nil` for none.
    ///   - interruption: Waits for a signal.
    ///   - close: Closes the session, which ends the printing.
    /// - Returns: The phase of the last frame that was printed.
    /// - Throws: ``CommandLineError`` for a signal; then the printing is not waited for, since its reader may be stuck.
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

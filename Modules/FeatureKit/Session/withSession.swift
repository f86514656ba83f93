/// Launches a session for a closure, and closes it when the closure returns or throws.
///
/// ```swift
/// let frame = try await withSession(of: feature) { session in
///     try await session.start()
///     return try await session.settled(within: .seconds(10))
/// }
/// ```
///
/// - Parameters:
///   - feature: The feature to launch.
///   - options: The launch's options as plain values.
///   - clock: The clock of all time limits.
///   - body: The use of the session, which has not been started.
/// - Throws: ``InputRefused`` for options that break a rule, and any error of the launch and of the closure.
public func withSession<Result>(
    of feature: any Feature, options: [String: FieldValue] = [:], clock: any Clock<Duration> = ContinuousClock(),
    _ body: (Session) async throws -> Result
) async throws -> Result {
    let session = try await Session(feature, options: options, clock: clock)
    do {
        let result = try await body(session)
        await session.close()
        return result
    } catch {
        await session.close()
        throw error
    }
}

extension Session {
    /// Starts the session, waits until it has settled, and closes it, in one call on its actor.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Throws: The errors of ``start()`` and ``settled(within:)``.
    package func shownOnce(within limit: Duration) async throws -> Frame {
        defer { close() }
        try start()
        return try await settled(within: limit)
    }
}

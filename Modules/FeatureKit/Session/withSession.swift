/// Runs a session for as long as a closure does, and closes it on every way out.
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
///   - clock: What measures time limits.
///   - body: What to do with the session, which is not started yet.
/// - Throws: ``InputRefused`` for options that break a rule, what the launch throws, and what the closure throws.
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
    /// Starts the session, waits until it is settled, and closes it: what one look needs, in one call.
    ///
    /// - Parameter limit: How long to wait.
    /// - Throws: What ``start()`` and ``settled(within:)`` throw.
    package func shownOnce(within limit: Duration) async throws -> Frame {
        defer { close() }
        try start()
        return try await settled(within: limit)
    }
}

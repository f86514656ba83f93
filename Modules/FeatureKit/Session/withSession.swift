/// Launches a session, passes it to a closure, and closes it when the closure returns or throws.
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
///   - options: The values of the feature's options, by name.
///   - clock: The clock that measures all time limits.
///   - rowLimit: The greatest number of rows of a list that is loaded page by page; `nil` for no limit.
///   - body: The closure that uses the session. The session is not yet started.
/// - Throws: ``InputRefused`` if an option breaks a rule, and any error that the launch or the closure throws.
public func withSession<Result>(
    of feature: any Feature, options: [String: FieldValue] = [:], clock: any Clock<Duration> = ContinuousClock(),
    rowLimit: Int? = nil, _ body: (Session) async throws -> Result
) async throws -> Result {
    let session = try await Session(feature, options: options, clock: clock, rowLimit: rowLimit)
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
    /// Starts the session, waits until it has settled, closes it, and returns its last frame.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Throws: The errors of ``start()`` and ``settled(within:)``.
    package func shownOnce(within limit: Duration) async throws -> Frame {
        defer { close() }
        try start()
        return isSettled ? frame : try await settled(within: limit)
    }
}

/// Waits for something, not for ever: a test that waits for what never comes should say so.
///
/// - Parameters:
///   - patience: How long to wait, in real time.
///   - operation: What to wait for; it heeds its cancellation.
/// - Returns: What the operation returns; `nil` when it took too long.
func patiently<Result: Sendable>(
    _ patience: Duration, _ operation: @escaping @Sendable () async -> Result?
) async -> Result? {
    await withTaskGroup(of: Result?.self) { group in
        group.addTask { await operation() }
        group.addTask {
            try? await ContinuousClock().sleep(for: patience)
            return nil
        }
        let result = await group.next()
        group.cancelAll()
        return result ?? nil
    }
}

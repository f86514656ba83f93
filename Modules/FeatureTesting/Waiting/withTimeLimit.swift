/// Runs an operation with a time limit, so that a test fails instead of hanging.
///
/// - Parameters:
///   - patience: The maximum real time to wait.
///   - operation: The operation. It must end when it is cancelled.
/// - Returns: The operation's result, or `nil` if the operation exceeded the limit and returned no result. A result
///   that the operation returns after its cancellation counts too.
package func withTimeLimit<Result: Sendable>(
    _ patience: Duration, _ operation: @escaping @Sendable () async -> Result?
) async -> Result? {
    await withTaskGroup(of: Result?.self) { group in
        // Return an existing result even if the time limit has passed on a busy machine.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            group.addImmediateTask { await operation() }
        } else {
            group.addTask { await operation() }
        }
        group.addTask {
            try? await ContinuousClock().sleep(for: patience)
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        if let first { return first }
        // Return a result that arrived at the last moment, so that the result is not lost.
        for await result in group where result != nil { return result }
        return nil
    }
}

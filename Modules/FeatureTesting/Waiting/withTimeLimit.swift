/// Runs an operation with a time limit, so that a test fails instead of hanging.
///
/// - Parameters:
///   - patience: How long to wait, in real time.
///   - operation: The operation. It must end when it is cancelled.
/// - Returns: The operation's result, even one returned after cancellation; `nil` if it took too long and has none.
package func withTimeLimit<Result: Sendable>(
    _ patience: Duration, _ operation: @escaping @Sendable () async -> Result?
) async -> Result? {
    await withTaskGroup(of: Result?.self) { group in
        // A result that exists already is returned, however busy the machine is.
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
        // Takes a result that came at the last moment; otherwise it would be lost.
        for await result in group where result != nil { return result }
        return nil
    }
}

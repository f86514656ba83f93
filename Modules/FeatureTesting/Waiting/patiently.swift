/// Waits for something, not for ever: a test that waits for what never comes should say so.
///
/// - Parameters:
///   - patience: How long to wait, in real time.
///   - operation: What to wait for; it heeds its cancellation.
/// - Returns: What the operation returns, be it upon its cancellation; `nil` when it took too long and had nothing.
package func patiently<Result: Sendable>(
    _ patience: Duration, _ operation: @escaping @Sendable () async -> Result?
) async -> Result? {
    await withTaskGroup(of: Result?.self) { group in
        // What is there already needs no patience, however busy the machine is.
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
        // What came at the last moment is taken: it comes to nobody else.
        for await result in group where result != nil { return result }
        return nil
    }
}

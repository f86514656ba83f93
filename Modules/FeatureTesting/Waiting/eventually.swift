import FeatureKit
package import Testing

/// Waits for a condition that nothing signals: a state of another process, a file, an object that is let go.
///
/// It asks at once and then at growing intervals, from 1 to 50 milliseconds of real time, so that it takes no processor
/// from what it waits for. Where an event exists, wait for that: ``Latch``, ``ManualClock/sleepers(_:patience:sourceLocation:)``,
/// a stream.
///
/// - Parameters:
///   - patience: How long to wait, in real time; after it an issue is recorded.
///   - sourceLocation: Where a failure is reported.
///   - isMet: Whether the condition is met.
/// - Returns: Whether the condition was met in time; `false` also when the task is cancelled.
@discardableResult
package func eventually(
    patience: Duration = .seconds(120), sourceLocation: SourceLocation = #_sourceLocation,
    _ isMet: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    var pause = Duration.milliseconds(1)
    while try await !isMet() {
        guard clock.now < deadline else {
            Issue.record("the condition was not met within \(patience.fieldText)", sourceLocation: sourceLocation)
            return false
        }
        // Only cancellation ends the sleep early.
        do { try await clock.sleep(for: pause) } catch { return false }
        pause = min(pause * 2, .milliseconds(50))
    }
    return true
}

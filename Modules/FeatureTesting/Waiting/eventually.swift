import FeatureKit
package import Testing

/// Polls a condition that no event signals: the state of another process, a file, the release of an object.
///
/// Checks immediately, then at growing intervals from 1 to 50 milliseconds of real time. Where an event exists, wait
/// for that instead: ``Latch``, ``ManualClock/sleepers(_:patience:sourceLocation:)``, a stream.
///
/// - Parameters:
///   - patience: How long to wait, in real time, before recording an issue.
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

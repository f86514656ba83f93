import FeatureKit
package import Testing

/// Polls a condition for which no event exists: the state of another process, a file, or the release of an object.
///
/// The function checks the condition immediately and then at growing intervals from 1 to 50 milliseconds of real time.
/// If an event exists, wait for the event instead: use ``Latch``, ``ManualClock/sleepers(_:patience:sourceLocation:)``
/// or a stream.
///
/// - Parameters:
///   - patience: The maximum real time to wait before an issue is recorded.
///   - sourceLocation: The source location at which a failure is reported.
///   - isMet: Returns whether the condition is met.
/// - Returns: `true` if the condition was met in time; `false` if it was not met or the task was cancelled.
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
        // The sleep throws only if the task is cancelled.
        do { try await clock.sleep(for: pause) } catch { return false }
        pause = min(pause * 2, .milliseconds(50))
    }
    return true
}

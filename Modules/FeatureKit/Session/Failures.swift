/// The failures of one session: its fault, and the phase that failed work leaves.
///
/// It keeps guarantee 9 of ``Session``, *a failure is not emptiness, and stays at home*: failed work never leaves a
/// screen that loads forever or looks empty, and a fault is an error of this session alone.
package struct Failures {
    /// The fault that has ended all work of the session.
    package var fault: FeatureError?
    /// The phase of the screen after the last work in line that was not cancelled.
    package var restingPhase: Phase?

    /// Creates the failures of a session that has none.
    package init() {}

    /// Returns the phase that ends the loading of failed work; `nil` if the phase stays.
    ///
    /// The screen returns to the phase it had before. Without one (a later call has replaced `start`, and failed), the
    /// screen has failed.
    ///
    /// - Parameters:
    ///   - phase: The phase of the screen now.
    ///   - error: The error of the work.
    ///   - retry: The action that repeats `start`.
    ///   - isOtherRunning: Whether other work is running that may be what loads.
    package func phase(
        _ phase: Phase, after error: any Error, retry: Action?, isOtherRunning: Bool
    ) -> Phase? {
        guard phase.isLoading, !isOtherRunning else { return nil }
        return restingPhase ?? Failures.phase(of: error, retry: retry)
    }

    /// Returns the phase of a screen that has failed, with a button that tries again.
    package static func phase(of error: any Error, retry: Action?) -> Phase {
        .failed(message: message(of: error), retry: retry.map { Button($0, title: "Try again", role: .primary) })
    }

    /// Returns the text of an error for people; a `CancellationError` has none of its own.
    package static func message(of error: any Error) -> String {
        error is CancellationError ? "it was cancelled before it ended" : "\(error)"
    }
}

/// The failure state of one session: its fault, and the phase that the screen gets after failed work.
///
/// It implements guarantee 9 of ``Session``, *failures are visible and isolated*. Failed work never leaves a screen
/// that loads forever or looks empty. A fault affects only this session.
package struct Failures {
    /// The fault that ended all work of the session; `nil` if there is none.
    package var fault: FeatureError?
    /// The phase that the screen had after the last queued work; work that was cancelled does not count.
    package var restingPhase: Phase?

    /// Creates the state of a session without failures.
    package init() {}

    /// Returns the phase that replaces a loading phase after failed work; `nil` if the phase does not change.
    ///
    /// The screen returns to the phase that it had before the work. If no phase before the work is known, the phase
    /// becomes `failed`. That happens if a later call replaced `start` and then failed.
    ///
    /// - Parameters:
    ///   - phase: The current phase of the screen.
    ///   - error: The error that the work threw.
    ///   - retry: The action that repeats `start`.
    ///   - isOtherRunning: Whether other work is running. That work may have set the loading phase.
    package func phase(
        _ phase: Phase, after error: any Error, retry: Action?, isOtherRunning: Bool
    ) -> Phase? {
        guard phase.isLoading, !isOtherRunning else { return nil }
        return restingPhase ?? Failures.phase(of: error, retry: retry)
    }

    /// Returns the phase `failed` for an error, with a button that tries again.
    package static func phase(of error: any Error, retry: Action?) -> Phase {
        .failed(message: message(of: error), retry: retry.map { Button($0, title: "Try again", role: .primary) })
    }

    /// Returns the text of an error for people.
    ///
    /// A `CancellationError` has no readable text in Swift, so it gets a fixed text here.
    package static func message(of error: any Error) -> String {
        error is CancellationError ? "the operation was cancelled" : "\(error)"
    }
}

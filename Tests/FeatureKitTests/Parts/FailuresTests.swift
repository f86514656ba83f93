import FeatureKit
import Testing

/// The phase after failed work, without a session.
@Suite(.timeLimit(.minutes(5))) struct FailuresTests {
    private struct Broken: Error, CustomStringConvertible {
        let description = "the kennel is closed"
    }

    private var failures = Failures()
    private let retry = Action("refresh", "Refresh")

    private func phase(_ phase: Phase, isOtherRunning: Bool = false) -> Phase? {
        failures.phase(phase, after: Broken(), retry: retry, isOtherRunning: isOtherRunning)
    }

    @Test mutating func `failed work returns a loading screen to the phase before`() {
        failures.restingPhase = .ready
        #expect(phase(.loading) == .ready)
    }

    @Test func `a screen that was never at rest has failed, with a button that tries again`() {
        let button = Button(retry, title: "Try again", role: .primary)
        #expect(phase(.loading) == .failed(message: "the kennel is closed", retry: button))
    }

    @Test mutating func `a screen that is not loading keeps its phase, as does one that other work may be loading`() {
        failures.restingPhase = .ready
        #expect(phase(.failed(message: "gone")) == nil)
        #expect(phase(.loading, isOtherRunning: true) == nil)
    }

    @Test func `a cancellation has a text for people`() {
        #expect(Failures.message(of: CancellationError()) == "the operation was cancelled")
        #expect(Failures.message(of: Broken()) == "the kennel is closed")
    }
}

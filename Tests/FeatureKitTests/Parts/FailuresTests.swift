import FeatureKit
import Testing

/// Tests `Failures` without a session: the phase after failed work.
@Suite(.timeLimit(.minutes(5))) struct FailuresTests {
    private struct Broken: Error, CustomStringConvertible {
        let description = "the kennel is closed"
    }

    private var failures = Failures()
    private let retry = Action("refresh", "Refresh", effect: .reloads)

    private func phase(_ phase: Phase, isOtherRunning: Bool = false) -> Phase? {
        failures.phase(phase, after: Broken(), retry: retry, isOtherRunning: isOtherRunning)
    }

    @Test mutating func `failed work returns a loading screen to the phase before the work`() {
        failures.restingPhase = .ready
        #expect(phase(.loading) == .ready)
    }

    @Test func `failed work on a screen without an earlier phase sets the phase to failed with a retry button`() {
        let button = Button(retry, title: "Try again", role: .primary)
        #expect(phase(.loading) == .failed(message: "the kennel is closed", retry: button))
    }

    @Test mutating func `failed work keeps the phase if the screen is ready or if other work may be loading it`() {
        failures.restingPhase = .ready
        #expect(phase(.failed(message: "gone")) == nil)
        #expect(phase(.loading, isOtherRunning: true) == nil)
    }

    @Test func `a CancellationError has a text for people`() {
        #expect(Failures.message(of: CancellationError()) == "the operation was cancelled")
        #expect(Failures.message(of: Broken()) == "the kennel is closed")
    }
}

public import FeatureKit

/// Counts the time up to a length that a person sets while it runs: the task "Timer" of 7GUIs.
public struct TimerFeature: Feature {
    static let length = Field<Double>(
        "length", "Duration in seconds", range: 1...60, step: 0.5, slider: true, default: 15)
    static let set = Action("set", "Set the duration", effect: .edits, fields: length)
    static let reset = Action("reset", "Reset")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "timer", title: "Timer", summary: "Counts the time up to a length.", actions: set, reset)

    private let clock: any Clock<Duration>

    /// Creates the feature.
    ///
    /// - Parameter clock: Measures the time.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = TimerPresenter()
        let view = TimerScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show)
            .on(Self.set) { presenter.setLength(try $0[Self.length]) }
            .on(Self.reset) { _ in presenter.reset() }
            .following(Ticks(clock, every: .milliseconds(100))) { presenter.advance(by: $0) }
    }
}

/// The time since the last tick of a clock, again and again.
struct Ticks: AsyncSequence {
    typealias Failure = Never

    struct AsyncIterator: AsyncIteratorProtocol {
        let wait: @Sendable () async throws -> Void
        let elapsed: @Sendable () -> Duration
        var last = Duration.zero

        /// Waits for the next tick, and returns the time since the last one; `nil` if the task was cancelled.
        mutating func next() async -> Duration? {
            do { try await wait() } catch { return nil }
            let now = elapsed()
            defer { last = now }
            return now - last
        }
    }

    private let begin: @Sendable () -> AsyncIterator

    init(_ clock: some Clock<Duration>, every interval: Duration) {
        begin = {
            let start = clock.now
            return AsyncIterator(
                wait: { try await clock.sleep(for: interval) }, elapsed: { start.duration(to: clock.now) })
        }
    }

    func makeAsyncIterator() -> AsyncIterator { begin() }
}

import FeatureKit
import FeatureTesting
import Testing
import TimerFeature

@Suite(.timeLimit(.minutes(5))) struct TimerTests {
    final class View: RecordingView<[Double]>, TimerView {
        func showTime(elapsed: Double, of length: Double) { record([elapsed, length]) }
    }

    private let view = View()

    private func presenter() -> TimerPresenter {
        let presenter = TimerPresenter()
        presenter.attach(view)
        return presenter
    }

    @Test func `the time stops at the length, and goes on when the length grows`() {
        let presenter = presenter()
        presenter.setLength(2)
        presenter.advance(by: .seconds(1.5))
        presenter.advance(by: .seconds(1.5))
        presenter.advance(by: .seconds(1.5))
        presenter.setLength(3)
        presenter.advance(by: .seconds(0.5))
        #expect(view.calls == [[0, 2], [1.5, 2], [2, 2], [2, 3], [2.5, 3]])
    }

    @Test func `a length below the elapsed time stops the time, and a reset begins again`() {
        let presenter = presenter()
        presenter.advance(by: .seconds(4))
        presenter.setLength(3)
        presenter.advance(by: .seconds(1))
        presenter.reset()
        #expect(view.calls == [[4, 15], [3, 3], [0, 3]])
    }

    @Test func `the screen follows the clock`() async throws {
        let clock = ManualClock()
        try await withSession(of: TimerFeature(clock: clock), clock: clock) { session in
            try await session.start()
            func progress() async -> ProgressElement? {
                await session.frame.screen.elements.lazy.compactMap {
                    if case .progress(let progress) = $0 { progress } else { nil }
                }.first
            }
            _ = try await session.perform("set", ["length": 1.0])
            #expect(await progress()?.fraction == 0)
            await clock.sleepers()
            for tenths in 1...4 {
                await clock.advance(by: .milliseconds(100))
                // The timer sleeps again after it has drawn.
                await clock.sleepers()
                #expect(await progress()?.message == "0.\(tenths) s")
            }
            #expect(await progress()?.fraction == 0.4)
            _ = try await session.perform("reset")
            #expect(await progress()?.message == "0.0 s")
        }
    }
}

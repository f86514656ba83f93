import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// Tests when viewers are told the reports of long work.
extension SessionLongWorkTests {
    @Test func `a thousand reports reach a viewer as one list for each interval`() async throws {
        let (clock, latch) = (ManualClock(), Latch())
        let reporter = Mutex<WorkReporter?>(nil)
        let work: @Sendable (WorkReporter) async throws -> Void = { report in
            reporter.withLock { $0 = report }
            await latch.wait()
        }
        try await withLong(clock: clock, work) { session in
            let lists = Log()
            let viewer = try await session.attach {
                if case .work(let work) = $0 { lists.add(work.first?.words ?? "none") }
            }
            let answer = Task { try await session.perform("long") }
            await latch.arrival()
            let kept = reporter.withLock { $0 }
            let report = try #require(kept)
            for number in 0..<1000 { report(Double(number) / 1000) }
            await clock.sleepers(2)
            for number in 0..<1000 { report(Double(number) / 1000, "second") }
            await clock.advance(by: Session.reportInterval)
            // The session waits again after it has told the last report.
            await clock.sleepers(2)
            latch.open()
            _ = try await answer.value
            // The first report or a later one, the last one of the interval, and the end.
            #expect(lists.entries.count == 3)
            #expect(lists.entries.suffix(2) == ["99 % · second", "none"])
            viewer.detach()
        }
    }

    @Test func `a report is told after its interval, also while the session waits for another call`() async throws {
        let (clock, latch, slow) = (ManualClock(), Latch(), Latch())
        let reporter = Mutex<WorkReporter?>(nil)
        let work: @Sendable (WorkReporter) async throws -> Void = { report in
            reporter.withLock { $0 = report }
            await latch.wait()
        }
        try await withLong(latch: slow, clock: clock, work) { session in
            let lists = Log()
            let viewer = try await session.attach {
                if case .work(let work) = $0 { lists.add(work.map { $0.message ?? $0.action }.joined(separator: " ")) }
            }
            let answer = Task { try await session.perform("long") }
            await latch.arrival()
            let report = try #require(reporter.withLock { $0 })
            await clock.sleepers()
            clock.move(by: .milliseconds(100))
            let later = Task { try await session.perform("slow") }
            await slow.arrival()
            clock.move(by: .milliseconds(190))
            report(nil, "first")
            // The waits for the next report and for a long call.
            await clock.sleepers(2)
            report(nil, "second")
            // The wait for the first call ends, and that for the second one begins.
            await clock.advance(by: .milliseconds(10))
            await clock.sleepers(2)
            #expect(lists.entries == ["first"])
            await clock.advance(by: .milliseconds(40))
            await clock.sleepers(2)
            #expect(lists.entries == ["first", "second"])
            await clock.advance(by: .milliseconds(60))
            #expect(await eventually { lists.entries == ["first", "second", "second slow"] })
            latch.open()
            slow.open()
            _ = try await (answer.value, later.value)
            viewer.detach()
        }
    }

    @Test func `a listed call that waited is told when it begins`() async throws {
        let (clock, first, second) = (ManualClock(), Latch(), Latch())
        let isFirst = Mutex(true)
        let work: @Sendable (WorkReporter) async throws -> Void = { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            await (isFirst ? first : second).wait()
        }
        try await withLong(clock: clock, work) { session in
            let lists = Log()
            let viewer = try await session.attach {
                if case .work(let work) = $0 { lists.add(work.map { "\($0.isQueued)" }.joined(separator: " ")) }
            }
            let earlier = Task { try await session.perform("long") }
            await first.arrival()
            let later = Task { try await session.perform("long") }
            #expect(await eventually { await session.actionsAtWork.count == 2 })
            await clock.sleepers()
            await clock.advance(by: Session.workDelay)
            #expect(await eventually { lists.entries.last == "false true" })
            first.open()
            _ = try await earlier.value
            await second.arrival()
            #expect(await eventually { lists.entries.last == "false" })
            second.open()
            _ = try await later.value
            viewer.detach()
        }
    }

    @Test func `a report is kept within its bounds`() {
        let report = WorkReporter()
        #expect(report.progress == nil)
        for (given, kept) in [(-1, 0), (0.5, 0.5), (7, 1)] {
            report(given)
            #expect(report.progress?.fraction == kept)
        }
        report(.nan, String(repeating: "é", count: 300))
        #expect(report.progress?.fraction == nil)
        #expect(report.progress?.message == String(repeating: "é", count: 100))
    }
}

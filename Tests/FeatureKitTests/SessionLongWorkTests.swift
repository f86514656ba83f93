import FeatureKit
import FeatureTesting
import Foundation
import Synchronization
import Testing

/// Tests guarantee 13: long work is listed, can be cancelled, and leaves an outcome.
@Suite(.timeLimit(.minutes(5))) struct SessionLongWorkTests {
    /// A feature whose long action runs a closure of the test.
    struct LongFeature: Feature {
        static let long = Action("long", "Long", isCancellable: true)
        static let other = Action("other", "Other")
        static let slow = Action("slow", "Slow")
        static let look = Action("look", "Look", effect: .shows)
        static let secret = Action("secret", "Secret", for: .role("keeper"), isCancellable: true)
        static let manifest = FeatureManifest(
            id: "long", title: "Long", summary: "Runs a closure.", actions: long, other, slow, look, secret)

        var overlap = Overlap.besideOthers
        var latch = Latch()
        var work: @Sendable (WorkReporter) async throws -> Void

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let work = work
            let slow: (Input) async throws -> Void = { _ in await latch.wait() }
            return Scene(owning: stage, start: { stage.screen.phase = .ready })
                .on(Self.long, overlap: overlap) { _, report in try await work(report) }
                .on(Self.other) { _ in stage.screen.title = "Other was here" }
                .on(Self.slow, perform: slow)
                .on(Self.look, perform: slow)
                .on(Self.secret, overlap: .besideOthers) { _, report in try await work(report) }
        }
    }

    func withLong(
        overlap: Overlap = .besideOthers, latch: Latch = Latch(), clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable (WorkReporter) async throws -> Void, _ body: (Session) async throws -> Void
    ) async throws {
        let feature = LongFeature(overlap: overlap, latch: latch, work: work)
        try await withSession(of: feature, clock: clock) { session in
            try await session.start()
            try await body(session)
        }
    }

    /// Begins a call, and logs its id as soon as it is accepted.
    private func begin(
        _ action: String, as person: Person? = nil, in session: Session, _ ids: Log
    ) -> Task<Answer, any Error> {
        Task { try await session.perform(Call(action), as: person, expecting: nil) { ids.add($0) } }
    }

    /// Returns the next list of calls that a viewer gets, without the frames and notices in between.
    private func nextWork(_ viewer: Viewer) async -> [RunningWork]? {
        while let event = await viewer.next() { if case .work(let work) = event { return work } }
        return nil
    }

    @Test func `a reported call is listed at once, until its end, and changes no revision`() async throws {
        let latch = Latch()
        let work: @Sendable (WorkReporter) async throws -> Void = { report in
            report(0.3, "3 of 10")
            try await latch.waitOrCancel()
        }
        try await withLong(work) { session in
            let viewer = try await session.attach()
            let before = await session.frame.revision
            let answer = Task { try await session.perform("long") }
            let listed = try #require(await nextWork(viewer))
            #expect(listed.map(\.words) == ["30 % · 3 of 10"])
            #expect(listed.map(\.isCancellable) == [true])
            #expect(await session.work == listed)
            #expect(await session.frame.revision == before)
            // A person who acts on what the screen shows is not refused because of the progress.
            _ = try await session.perform(Call("other"), as: nil, expecting: [before])
            latch.open()
            _ = try await answer.value
            #expect(await nextWork(viewer) == [])
        }
    }

    @Test func `a viewer learns that a list which was read before is empty now`() async throws {
        let latch = Latch()
        let work: @Sendable (WorkReporter) async throws -> Void = { report in
            report(0.3)
            await latch.wait()
        }
        try await withLong(work) { session in
            let answer = Task { try await session.perform("long") }
            await latch.arrival()
            #expect(await session.work.count == 1)
            latch.open()
            _ = try await answer.value
            let viewer = try await session.attach()
            #expect(await nextWork(viewer) == [])
        }
    }

    @Test func `a call without reports is listed after a while`() async throws {
        let (clock, latch) = (ManualClock(), Latch())
        try await withLong(latch: latch, clock: clock, { _ in }) { session in
            let viewer = try await session.attach()
            let answer = Task { try await session.perform("slow") }
            await latch.arrival()
            #expect(await session.work == [])
            await clock.advance(by: Session.workDelay)
            let work = try #require(await nextWork(viewer))
            #expect(work.map(\.title) == ["Slow"])
            #expect(work.map(\.isCancellable) == [false])
            await expectError(.disabled) { try await session.cancelWork(work[0].id, as: nil) }
            latch.open()
            _ = try await answer.value
        }
    }

    @Test func `a call that only shows something is not listed, and nobody waits without a viewer`() async throws {
        let (clock, latch) = (ManualClock(), Latch())
        try await withLong(latch: latch, clock: clock, { _ in }) { session in
            let answer = Task { try await session.perform("look") }
            await latch.arrival()
            #expect(clock.sleeperCount == 0)
            let viewer = try await session.attach()
            #expect(clock.sleeperCount == 0)
            clock.move(by: .seconds(10))
            #expect(await session.work == [])
            latch.open()
            _ = try await answer.value
            #expect(await viewer.next() != nil)
        }
    }

    @Test func `a running call that is cancelled ends as cancelled, with a usable screen`() async throws {
        let latch = Latch()
        try await withLong({ _ in try await latch.waitOrCancel() }) { session in
            let viewer = try await session.attachRecorder()
            let ids = Log()
            let answer = begin("long", in: session, ids)
            await latch.arrival()
            let status = try await session.cancelWork(ids.entries[0], as: nil)
            #expect(status?.work.message == "Cancelling")
            await expectError(.cancelled) { try await answer.value }
            #expect(await session.frame.screen.phase == .ready)
            let outcome = await session.workStatus(ids.entries[0])
            #expect(throws: FeatureError(.cancelled, "'Long' was cancelled")) { try outcome?.result?.get() }
            // A cancelled call is no failure, so nobody is told of one.
            await session.close()
            #expect(await viewer.events().notices == [])
        }
    }

    @Test func `a queued call that is cancelled ends before its turn, and later calls keep their order`() async throws {
        let (latch, runs) = (Latch(), Log())
        let work: @Sendable (WorkReporter) async throws -> Void = { _ in
            runs.add("run")
            await latch.wait()
        }
        try await withLong(work) { session in
            let ids = Log()
            let first = begin("long", in: session, ids)
            await latch.arrival()
            let second = begin("long", in: session, ids)
            #expect(await eventually { ids.entries.count == 2 })
            let third = begin("long", in: session, ids)
            #expect(await eventually { ids.entries.count == 3 })
            let status = try await session.cancelWork(ids.entries[1], as: nil)
            #expect(status?.result != nil)
            await expectError(.cancelled) { try await second.value }
            #expect(runs.entries == ["run"])
            latch.open()
            _ = try await (first.value, third.value)
            #expect(runs.entries == ["run", "run"])
        }
    }

    @Test func `a call that has ended is not cancelled, and its outcome is forgotten after a minute`() async throws {
        let clock = ManualClock()
        try await withLong(clock: clock, { $0(1) }) { session in
            let ids = Log()
            let answer = try await begin("long", in: session, ids).value
            let known = ids.entries[0]
            #expect(try await session.cancelWork(known, as: nil)?.result?.get() == answer)
            clock.move(by: .seconds(59))
            #expect(await session.workStatus(known) != nil)
            clock.move(by: .seconds(1))
            #expect(await session.workStatus(known) == nil)
            #expect(try await session.cancelWork("999", as: nil) == nil)
        }
    }

    @Test func `a handler that ends its work although it is cancelled has succeeded`() async throws {
        let latch = Latch()
        try await withLong({ _ in await latch.wait() }) { session in
            let ids = Log()
            let answer = begin("long", in: session, ids)
            await latch.arrival()
            try await session.cancelWork(ids.entries[0], as: nil)
            latch.open()
            _ = try await answer.value
            #expect(try await session.workStatus(ids.entries[0])?.result?.get() != nil)
        }
    }

    @Test func `only people who may perform an action cancel its calls`() async throws {
        let latch = Latch()
        try await withLong({ _ in try await latch.waitOrCancel() }) { session in
            let ids = Log()
            let keeper = Person(id: "kim", name: "Kim", roles: .some(["keeper"]))
            let answer = begin("secret", as: keeper, in: session, ids)
            await latch.arrival()
            await expectError(.forbidden) { try await session.cancelWork(ids.entries[0], as: nil) }
            try await session.cancelWork(ids.entries[0], as: keeper)
            await expectError(.cancelled) { try await answer.value }
        }
    }

    @Test func `of a thousand calls the oldest ones are listed, and one more is refused`() async throws {
        let latch = Latch()
        try await withLong({ _ in await latch.wait() }) { session in
            let calls = (0..<Session.workLimit).map { _ in Task { try await session.perform("long") } }
            #expect(await eventually { await session.actionsAtWork.count == Session.workLimit })
            await expectError(.busy) { try await session.perform("long") }
            #expect(await eventually { await session.work.count == Session.workListLimit })
            #expect(await session.work.map(\.isQueued) == [false] + Array(repeating: true, count: 19))
            latch.open()
            for call in calls { _ = try await call.value }
            #expect(await session.work == [])
        }
    }

    @Test func `the end of a session ends the waiting for a call that can be cancelled`() async throws {
        let latch = Latch()
        try await withLong({ _ in await latch.wait() }) { session in
            let running = Task { try await session.perform("long") }
            await latch.arrival()
            let waiting = Task { try await session.perform("long") }
            #expect(await eventually { await session.actionsAtWork.count == 2 })
            await session.close()
            latch.open()
            await expectError(.closed) { try await running.value }
            await expectError(.closed) { try await waiting.value }
        }
    }

    @Test func `a call reads and writes as JSON`() throws {
        let json = #"{"id":"7","action":"long","title":"Long","fraction":0.5,"message":"5 of 10","cancellable":true}"#
        let work = try JSONDecoder().decode(RunningWork.self, from: Data(json.utf8))
        #expect(work.words == "50 % · 5 of 10")
        var writer = JSONWriter()
        writer.work(work)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
    }
}

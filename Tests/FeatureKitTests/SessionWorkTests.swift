import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantees 5 and 6: the order of actions, refused calls, and the frame of an answer.
@Suite(.timeLimit(.minutes(5))) struct SessionWorkTests {
    @Test func `actions run one at a time in order of arrival after the start`() async throws {
        let (latch, log) = (Latch(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { _ in
            await latch.wait()
            log.add("start")
        }
        behaviour.set = { _, input in
            let count = try input[ProbeFeature.count]
            log.add("begin \(count)")
            await elsewhere()
            log.add("end \(count)")
        }
        try await withProbe(behaviour) { session in
            let calls = await session.performInOrder(0...9)
            latch.open()
            for call in calls { _ = try await call.value }
        }
        #expect(log.entries == ["start"] + (0...9).flatMap { ["begin \($0)", "end \($0)"] })
    }

    @Test
    func `a load waits until the previous load has returned even if that load ignores cancellation`()
        async throws
    {
        let (latch, log) = (Latch(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .cancelPrevious
        behaviour.startsAsFirst = true
        behaviour.start = { presenter in
            presenter.view?.load()
            await latch.wait()
            log.add("stale, cancelled: \(Task.isCancelled)")
        }
        behaviour.first = { presenter in
            log.add("fresh")
            presenter.view?.show("fresh")
        }
        try await withProbe(behaviour) { session in
            let call = await session.performInOrder(first: 1)[0]
            latch.open()
            let answer = try await call.value
            #expect(answer.frame.screen.text == "fresh")
            let settled = try await session.settled()
            #expect(settled.screen.text == "fresh")
        }
        #expect(log.entries == ["stale, cancelled: true", "fresh"])
    }

    @Test
    func `a new call with cancelPrevious cancels queued and running calls, which throw superseded`()
        async throws
    {
        let (latch, log) = (Latch(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .cancelPrevious
        behaviour.first = { presenter in
            log.add("begin")
            try await latch.waitOrCancel()
            presenter.view?.show("done")
        }
        try await withProbe(behaviour) { session in
            let running = Task { try await session.perform("first") }
            await latch.arrival()
            let queued = Task { try await session.perform("first") }
            await expectError(.superseded) { try await running.value }
            await latch.arrival(2)
            let last = Task { try await session.perform("first") }
            await expectError(.superseded) { try await queued.value }
            latch.open()
            let answer = try await last.value
            #expect(answer.frame.screen.text == "done")
        }
        #expect(log.entries.count == 3)
    }

    @Test func `a call with dropIfBusy is refused while an earlier call is queued or running`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .dropIfBusy
        behaviour.first = { _ in await latch.wait() }
        try await withProbe(behaviour) { session in
            let running = Task { try await session.perform("first") }
            await latch.arrival()
            await expectError(.busy) { try await session.perform("first") }
            latch.open()
            _ = try await running.value
            _ = try await session.perform("first")
        }
    }

    @Test func `the session refuses calls beyond the limit`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { _, _ in await latch.wait() }
        try await withProbe(behaviour) { session in
            _ = try await session.settled()
            let calls = await session.performInOrder(Array(repeating: 1, count: Session.workLimit))
            await expectError(.busy) { try await session.perform("set", ["count": 1]) }
            latch.open()
            for call in calls { _ = try await call.value }
            _ = try await session.perform("set", ["count": 1])
        }
    }

    @Test func `a call with alongside starts while other work runs`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { _ in await latch.wait() }
        behaviour.secondOverlap = .alongside
        behaviour.second = { _ in latch.open() }
        try await withProbe(behaviour) { session in
            async let running = session.perform("first")
            await latch.arrival()
            _ = try await session.perform("second")
            _ = try await running
        }
    }

    @Test func `cancelling a caller does not cancel its action`() async throws {
        let (latch, log) = (Latch(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            try await latch.waitOrCancel()
            log.add("ended")
            presenter.view?.show("ended")
        }
        try await withProbe(behaviour) { session in
            let call = Task { try await session.perform("first") }
            await latch.arrival()
            call.cancel()
            latch.open()
            let settled = try await session.settled()
            #expect(settled.screen.text == "ended")
        }
        #expect(log.entries == ["ended"])
    }

    @Test func `an answer shows the effect of its own action and not of the next action`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { presenter, input in
            await elsewhere()
            presenter.view?.show("\(try input[ProbeFeature.count])")
        }
        try await withProbe(behaviour) { session in
            for _ in 0..<50 {
                let calls = await session.performInOrder(0...9)
                for (count, call) in calls.enumerated() {
                    let answer = try await call.value
                    #expect(answer.frame.screen.text == "\(count)")
                }
            }
        }
    }

    @Test func `invalid input never reaches the presenter and the error names each field`() async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { _, input in log.add("\(try input[ProbeFeature.count])") }
        try await withProbe(behaviour) { session in
            await #expect(
                throws: InputRefused([
                    "count": "expected a whole number from 0 to 10, got \"2\"",
                    "note": "expected text of 1 to 5 characters, got \"too long\"",
                    "cuont": "there is no such field, known are count, note; did you mean 'count'?",
                ])
            ) { try await session.perform("set", ["count": "2", "note": "too long", "cuont": 1]) }
            await #expect(throws: InputRefused(["count": "expected a whole number from 0 to 10, got nothing"])) {
                try await session.perform("set")
            }
            let error = await #expect(throws: FeatureError.self) { try await session.perform("frist") }
            #expect(error?.code == .unknownAction)
            #expect(
                error?.message
                    == "feature 'probe' has no action 'frist', known are first, second, set; did you mean 'first'?")
        }
        #expect(log.entries == [])
    }

    @Test func `a handler can read only declared fields, and an empty optional field is nil`() async throws {
        let undeclared = Field<Int>("undeclared", "Undeclared")
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { _, input in
            log.add("\(try input[ProbeFeature.count]) \(try input[ProbeFeature.note] ?? "none")")
            _ = try input[undeclared]
        }
        try await withProbe(behaviour) { session in
            await expectError(.featureFault) { try await session.perform("set", ["count": 4]) }
            await expectError(.featureFault) {
                try await session.perform("set", ["count": 5, "note": "here"])
            }
        }
        #expect(log.entries == ["4 none", "5 here"])
    }
}

extension Session {
    /// Calls the action `set` once with each count, in the given order.
    func performInOrder(_ counts: some Sequence<Int>) -> [Task<Answer, any Error>] {
        counts.map { count in Task.immediate { try await self.perform("set", ["count": .integer(count)]) } }
    }

    /// Calls the action `first` a number of times, in a fixed order.
    func performInOrder(first times: Int) -> [Task<Answer, any Error>] {
        (0..<times).map { _ in Task.immediate { try await self.perform("first") } }
    }
}

/// A task-local value that the caller sets.
private enum Caller {
    @TaskLocal static var request: String?
}

@Suite(.timeLimit(.minutes(5))) struct SessionCallerTests {
    @Test(arguments: Following.allCases)
    func `handlers of changes do not see the task-local values of the caller that started the session`(
        following: Following
    ) async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        let send = behaviour.follow(following)
        behaviour.change = { presenter, _ in
            log.add(Caller.request ?? "nobody's")
            presenter.view?.show("changed")
        }
        try await withSession(of: ProbeFeature(behaviour: behaviour)) { session in
            try await Caller.$request.withValue("a request") { try await session.start() }
            let viewer = try await session.attach()
            send(1)
            while case .frame(let frame) = await viewer.next(), frame.screen.text != "changed" {}
            #expect(log.entries == ["nobody's"])
        }
    }
}

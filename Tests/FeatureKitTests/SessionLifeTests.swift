import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantees 7, 8, 10 and 11: settling, closing, independent sessions, and calls that are not allowed.
@Suite(.timeLimit(.minutes(5))) struct SessionLifeTests {
    @Test func `the method settled waits for the start, every accepted action and the end of loading`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            presenter.view?.load()
            await elsewhere()
        }
        behaviour.first = { presenter in
            await latch.wait()
            presenter.view?.show("first")
        }
        behaviour.second = { presenter in
            await elsewhere()
            presenter.view?.show("second")
        }
        try await withProbe(behaviour) { session in
            let calls = await session.performInOrder(first: 1) + [Task { try await session.perform("second") }]
            async let settled = session.settled()
            await latch.arrival()
            #expect(await !session.isSettled)
            latch.open()
            for call in calls { _ = try await call.value }
            #expect(try await settled.screen.text?.isEmpty == false)
            #expect(try await session.settled().screen.text == "second")
        }
    }

    @Test(arguments: Following.allCases)
    func `a steady flow of changes does not delay settling`(following: Following) async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        let send = behaviour.follow(following)
        behaviour.change = { presenter, number in
            presenter.view?.show("change \(number)")
            send(number + 1)
            if number == 1 { await latch.wait() } else { await elsewhere() }
        }
        try await withProbe(behaviour) { session in
            send(1)
            await latch.arrival()
            _ = try await session.settled(within: .seconds(5))
            latch.open()
            for _ in 0..<100 { _ = try await session.settled(within: .seconds(5)) }
        }
    }

    @Test(arguments: Following.allCases)
    func `the handler of a change runs on the session even after a suspension`(following: Following) async throws {
        var behaviour = ProbeFeature.Behaviour()
        let send = behaviour.follow(following)
        behaviour.change = { presenter, number in
            await elsewhere()
            presenter.view?.show("change \(number)")
        }
        try await withProbe(behaviour) { session in
            _ = try await session.settled()
            for number in 1...3 {
                send(number)
                #expect(try await shows("change \(number)", session))
                #expect(await session.frame.screen.elements == [.text(id: "text", "change \(number)")])
            }
        }
    }

    @Test func `waiting for a session to settle has a time limit`() async throws {
        let (clock, latch) = (ManualClock(), Latch())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            await latch.wait()
            presenter.view?.show("started")
        }
        try await withProbe(behaviour, clock: clock) { session in
            let settled = Task { try await session.settled(within: .seconds(3)) }
            await clock.advance(by: .seconds(3))
            let error = await #expect(throws: FeatureError.self) { try await settled.value }
            #expect(error?.code == .timedOut)
            #expect(error?.message == "feature 'probe' was still loading after 3s")
            latch.open()
            _ = try await session.settled()
        }
    }

    @Test(arguments: [true, false])
    func `closing cancels queued and running work, and no frame follows`(isCooperative: Bool) async throws {
        let (latch, log) = (Latch(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            if isCooperative { try? await latch.waitOrCancel() } else { await latch.wait() }
            log.add("cancelled: \(Task.isCancelled)")
            presenter.view?.show("too late")
            presenter.view?.stage.announce(Notice("too late"))
        }
        behaviour.second = { _ in log.add("never") }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attach()
            let running = Task { try await session.perform("first") }
            await latch.arrival()
            let queued = Task { try await session.perform("second") }
            let settled = Task { try await session.settled() }
            await session.close()
            latch.open()
            await expectError(.closed) { try await running.value }
            await expectError(.closed) { try await queued.value }
            await expectError(.closed) { try await settled.value }
            let screens = await viewer.reduce(into: []) { $0.append($1) }
            #expect(screens.allSatisfy { $0.text != "too late" })
            #expect(await session.frame.screen.text == "started")
        }
        #expect(log.entries == ["cancelled: true"])
    }

    @Test(arguments: [nil] + Following.allCases)
    func `closing deallocates the view and the scene at once, and the presenter after its last work`(
        following: Following?
    ) async throws {
        let latch = Latch()
        let lives = Lives()
        var behaviour = ProbeFeature.Behaviour()
        let send = following.map { behaviour.follow($0) }
        behaviour.born = { presenter, view, scene in lives.watch(presenter, view, scene) }
        behaviour.first = { presenter in
            await latch.wait()
            presenter.view?.show("too late")
        }
        let session = try await Session(ProbeFeature(behaviour: behaviour))
        try await session.start()
        if let send {
            send(1)
            #expect(try await shows("change 1", session))
        }
        let running = Task { try await session.perform("first") }
        await latch.arrival()
        await session.close()
        #expect(!lives.viewIsAlive)
        #expect(!lives.sceneIsAlive)
        #expect(lives.presenterIsAlive)
        latch.open()
        _ = await running.result
        #expect(await eventually { !lives.presenterIsAlive })
        withExtendedLifetime(session) {}
    }

    @Test func `a closed session is deallocated`() async throws {
        weak var weakSession: Session?
        do {
            let session = try await Session(ProbeFeature())
            try await session.start()
            _ = try await session.perform("first")
            weakSession = session
            await session.close()
        }
        #expect(await eventually { weakSession == nil })
    }

    @Test func `withSession closes the session when its body returns or throws`() async throws {
        var escaped: Session?
        await #expect(throws: Unexpected.self) {
            try await withSession(of: ProbeFeature()) { session in
                escaped = session
                throw Unexpected()
            }
        }
        #expect(await escaped?.isOpen == false)
        try await withSession(of: ProbeFeature()) { escaped = $0 }
        #expect(await escaped?.isOpen == false)
    }

    @Test func `a call that is not allowed throws an error`() async throws {
        let session = try await Session(ProbeFeature())
        await expectError(.notStarted) { try await session.perform("first") }
        await expectError(.notStarted) { try await session.settled() }
        try await session.start()
        await expectError(.alreadyStarted) { try await session.start() }
        await session.close()
        await session.close()
        await expectError(.closed) { try await session.start() }
        await expectError(.closed) { try await session.perform("first") }
        await expectError(.closed) { try await session.settled() }
        await expectError(.closed) { try await session.attach() }
    }

    @Test func `a thousand concurrent sessions share nothing`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { presenter, input in
            presenter.view?.stage.screen.title += "\(try input[ProbeFeature.count])"
            await elsewhere()
        }
        let feature = ProbeFeature(behaviour: behaviour)
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    try await withSession(of: feature) { session in
                        try await session.start()
                        for digit in [number % 10, number / 10 % 10, number / 100] {
                            _ = try await session.perform("set", ["count": .integer(digit)])
                        }
                        return try await session.settled().screen.title
                    }
                }
            }
            let titles = try await group.reduce(into: Set<String>()) { $0.insert($1) }
            #expect(titles.count == 1000)
            #expect(titles.allSatisfy { $0.count == 3 })
        }
    }

    @Test func `session ids are 128 random bits`() {
        let ids = Set((0..<1000).map { _ in Session.randomID() })
        #expect(ids.count == 1000)
        #expect(ids.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}

/// Weak references to the parts of a probe, to observe their deallocation.
final class Lives: @unchecked Sendable {  // written once at launch, read after the session has closed
    private weak var presenter: ProbePresenter?
    private weak var view: ProbeScreen?
    private weak var scene: Scene?

    func watch(_ presenter: ProbePresenter, _ view: ProbeScreen, _ scene: Scene) {
        (self.presenter, self.view, self.scene) = (presenter, view, scene)
    }

    var presenterIsAlive: Bool { presenter != nil }
    var viewIsAlive: Bool { view != nil }
    var sceneIsAlive: Bool { scene != nil }
}

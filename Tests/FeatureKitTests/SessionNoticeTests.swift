import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantee 4: notices are one-shot.
@Suite(.timeLimit(.minutes(5))) struct SessionNoticeTests {
    private func announcing(_ texts: String...) -> ProbeFeature.Behaviour {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in texts.forEach { presenter.view?.stage.announce(Notice($0)) } }
        return behaviour
    }

    @Test func `a notice without viewers waits for the first viewer and is never replayed`() async throws {
        try await withProbe(announcing("saved")) { session in
            _ = try await session.perform("first")
            let (first, second) = (try await session.attach(), try await session.attach())
            await session.close()
            #expect(await first.notices() == ["saved"])
            #expect(await second.notices() == [])
        }
    }

    @Test func `a notice reaches every attached viewer exactly once`() async throws {
        try await withProbe(announcing("saved")) { session in
            let (first, second) = (try await session.attach(), try await session.attach())
            _ = try await session.perform("first")
            let third = try await session.attach()
            await session.close()
            #expect(await first.notices() == ["saved"])
            #expect(await second.notices() == ["saved"])
            #expect(await third.notices() == [])
        }
    }

    @Test func `a waiting notice is dropped after its lifetime`() async throws {
        let clock = ManualClock()
        try await withProbe(announcing("saved"), clock: clock) { session in
            _ = try await session.perform("first")
            clock.move(by: Session.noticeLifetime - .seconds(1))
            _ = try await session.perform("first")
            clock.move(by: .seconds(1))
            let viewer = try await session.attach()
            await session.close()
            #expect(await viewer.notices() == ["saved"])
        }
    }

    @Test func `only the newest notices up to the limit wait for a viewer`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in (1...100).forEach { presenter.view?.stage.announce(Notice("\($0)")) } }
        try await withProbe(behaviour) { session in
            _ = try await session.perform("first")
            let viewer = try await session.attach()
            await session.close()
            #expect(await viewer.notices() == (101 - Session.waitingNoticesLimit...100).map(String.init))
        }
    }

    @Test func `if a front end takes a waiting notice, no viewer gets the notice`() async throws {
        try await withProbe(announcing("saved")) { session in
            _ = try await session.perform("first")
            #expect(await session.takeNotices() == [Notice("saved")])
            let viewer = try await session.attach()
            await session.close()
            #expect(await viewer.notices() == [])
        }
    }

    @Test func `an answer contains the newest notices, at most as many as a viewer buffers`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in (1...100).forEach { presenter.view?.stage.announce(Notice("\($0)")) } }
        try await withProbe(behaviour) { session in
            let answer = try await session.perform("first")
            #expect(answer.notices.map(\.text) == (101 - Viewer.noticesLimit...100).map(String.init))
        }
    }

    @Test func `the answer to an action contains exactly the notices of this action`() async throws {
        let latch = Latch()
        var behaviour = announcing("mine", "too")
        behaviour.secondOverlap = .alongside
        behaviour.second = { presenter in
            presenter.view?.stage.announce(Notice("before"))
            await latch.wait()
            await presenter.announceLater("after")
        }
        try await withProbe(behaviour) { session in
            async let second = session.perform("second")
            await latch.arrival()
            let answer = try await session.perform("first")
            #expect(answer.notices == [Notice("mine"), Notice("too")])
            latch.open()
            let later = try await second
            #expect(later.notices == [Notice("before"), Notice("after")])
        }
    }
}

extension ProbePresenter {
    func announceLater(_ text: String) async {
        await elsewhere()
        view?.stage.announce(Notice(text))
    }
}

extension Viewer {
    /// Returns the texts of all notices until the session closes.
    func notices() async -> [String] {
        await reduce(into: []) { notices, event in
            if case .notice(let notice) = event { notices.append(notice.text) }
        }
    }
}

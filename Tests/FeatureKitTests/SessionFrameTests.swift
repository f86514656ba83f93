import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantees 1 to 3: frames, replay, and work without viewers.
@Suite(.timeLimit(.minutes(5))) struct SessionFrameTests {
    @Test func `every session begins at revision 0 with the phase loading`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.born = { _, view, _ in view.show("at launch") }
        try await withSession(of: ProbeFeature(behaviour: behaviour)) { session in
            let frame = await session.frame
            #expect(frame.revision == 0)
            #expect(frame.screen.phase == .loading)
            #expect(frame.screen.text == "at launch")
        }
    }

    @Test(arguments: [TaskPriority.background, .low, .medium, .high])
    func `each turn makes exactly one frame at every task priority`(priority: TaskPriority) async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            for turn in 0..<200 {
                presenter.view?.show("torn \(turn)")
                presenter.view?.show("\(turn)")
                await elsewhere()
            }
        }
        let feature = ProbeFeature(behaviour: behaviour)
        let texts = try await Task(priority: priority) {
            try await withSession(of: feature) { session in
                let viewer = try await session.attachRecorder()
                try await session.start()
                // Each of the 200 turns waits for its place among the tasks of all tests.
                _ = try await session.settled(within: .seconds(240))
                await session.close()
                return await viewer.reduce(into: []) { $0.append($1) }
            }
        }.value.map(\.text)
        #expect(texts == [nil] + (0..<200).map { "\($0)" })
    }

    @Test func `a loaded list and the phase ready appear in one frame`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            presenter.view?.load()
            await elsewhere()
            presenter.view?.stage.screen.phase = .ready
            presenter.view?.show("all")
        }
        try await withSession(of: ProbeFeature(behaviour: behaviour)) { session in
            let viewer = try await session.attachRecorder()
            try await session.start()
            _ = try await session.settled()
            await session.close()
            let screens = await viewer.reduce(into: []) { $0.append($1) }
            #expect(screens.map(\.phase) == [.loading, .ready])
            #expect(screens.last?.text == "all")
        }
    }

    @Test func `a draw that changes nothing makes no frame`() async throws {
        try await withProbe { session in
            _ = try await session.perform("first")
            let frame = await session.frame
            let answer = try await session.perform("first")
            #expect(answer.frame == frame)
        }
    }

    @Test func `a viewer gets the current frame first and then frames with growing revisions`() async throws {
        try await withProbe { session in
            _ = try await session.perform("first")
            let viewer = try await session.attach()
            guard case .frame(let current) = await viewer.next() else { throw Unexpected() }
            #expect(current.screen.text == "first")
            let answer = try await session.perform("second")
            #expect(await viewer.next() == .frame(answer.frame))
            #expect(answer.frame.revision > current.revision)
        }
    }

    @Test func `a slow viewer skips frames but not the last frame and does not delay fast viewers`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            for turn in 1...1000 {
                presenter.view?.show("\(turn)")
                await elsewhere()
            }
        }
        try await withProbe(behaviour) { session in
            let slow = try await session.attach()
            let fast = try await session.attach()
            async let revisions = fast.reduce(into: [Int]()) { revisions, event in
                if case .frame(let frame) = event { revisions.append(frame.revision) }
            }
            let answer = try await session.perform("first")
            #expect(await slow.next() == .frame(answer.frame))
            await session.close()
            #expect(await slow.next() == nil)
            let seen = await revisions
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
            #expect(seen.last == answer.frame.revision)
        }
    }

    @Test func `a slow viewer keeps only the newest notices`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            for number in 1...100 { presenter.view?.stage.announce(Notice("\(number)")) }
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attach()
            _ = try await session.perform("first")
            await session.close()
            let notices = await viewer.reduce(into: [String]()) { notices, event in
                if case .notice(let notice) = event { notices.append(notice.text) }
            }
            #expect(notices == (100 - Viewer.noticesLimit + 1...100).map { "\($0)" })
        }
    }

    @Test func `the presenter runs without viewers and a later viewer gets the current frame`() async throws {
        try await withProbe { session in
            do {
                let viewer = try await session.attach()
                viewer.detach()
                #expect(await viewer.next() != nil)
                #expect(await viewer.next() == nil)
            }
            let answer = try await session.perform("second")
            let viewer = try await session.attach()
            #expect(await viewer.next() == .frame(answer.frame))
        }
    }

    @Test func `a deallocated viewer is removed from the session`() async throws {
        try await withProbe { session in
            var viewer: Viewer? = try await session.attach()
            #expect(await session.viewerCount == 1)
            _ = await viewer?.next()
            viewer = nil
            #expect(await eventually { await session.viewerCount == 0 })
        }
    }

    @Test func `cancelling a task that waits for an event ends the wait with nil`() async throws {
        try await withProbe { session in
            let viewer = try await session.attach()
            _ = await viewer.next()
            let waiting = Task { await viewer.next() }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }
}

struct Unexpected: Error {}

extension Viewer {
    /// Combines the screens of all frames until the session closes.
    func reduce(into screens: [Screen], _ body: (inout [Screen], Screen) -> Void) async -> [Screen] {
        var screens = screens
        while let event = await next() {
            if case .frame(let frame) = event { body(&screens, frame.screen) }
        }
        return screens
    }
}

import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantee 9: failures are visible and isolated.
@Suite(.timeLimit(.minutes(5))) struct SessionFailureTests {
    struct Broken: Error, CustomStringConvertible {
        let description = "the kennel is closed"
    }

    @Test func `if the start throws an error, the phase becomes failed and has a retry button`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.startsAsFirst = true
        behaviour.start = { presenter in
            presenter.view?.load()
            await elsewhere()
            throw Broken()
        }
        try await withProbe(behaviour) { session in
            let retry = Button(ProbeFeature.first, title: "Try again", role: .primary)
            let settled = try await session.settled()
            #expect(settled.screen.phase == .failed(message: "the kennel is closed", retry: retry))
            #expect(try await session.perform("first").frame.screen.phase == .ready)
        }
    }

    @Test func `a failed action restores the phase, announces its error and throws it to its caller`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            presenter.view?.load()
            await elsewhere()
            throw Broken()
        }
        try await withProbe(behaviour) { session in
            let before = try await session.settled().screen
            await #expect(throws: Broken.self) { try await session.perform("first") }
            #expect(try await session.settled().screen == before)
            #expect(await session.takeNotices() == [Notice("the kennel is closed", tone: .critical)])
        }
    }

    @Test func `refused input is reported only to its caller and not to viewers`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.set = { _, _ in throw InputRefused(ProbeFeature.note, "'Rex' is already taken") }
        try await withProbe(behaviour) { session in
            await #expect(throws: InputRefused(["note": "'Rex' is already taken"])) {
                try await session.perform("set", ["count": 1, "note": "Rex"])
            }
            #expect(await session.takeNotices() == [])
        }
    }

    @Test(arguments: Following.allCases)
    func `a change whose handler fails is announced, and later changes are handled`(following: Following) async throws {
        var behaviour = ProbeFeature.Behaviour()
        let send = behaviour.follow(following)
        behaviour.change = { presenter, number in
            if number == 1 { throw Broken() }
            presenter.view?.show("change \(number)")
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attachRecorder()
            send(1)
            send(2)
            #expect(try await shows("change 2", session))
            await session.close()
            #expect(await viewer.notices() == ["A change could not be shown: the kennel is closed"])
        }
    }

    @Test func `a failed launch fails only its own session`() async throws {
        struct Unlaunchable: Feature {
            static let manifest = FeatureManifest(id: "unlaunchable", title: "", summary: "")
            func launch(on stage: Stage, options: Options) throws -> Scene { throw Broken() }
        }
        try await withProbe { session in
            await #expect(throws: Broken.self) { try await Session(Unlaunchable()) }
            let answer = try await session.perform("first")
            #expect(answer.frame.screen.text == "first")
        }
    }

    @Test func `a launch with handlers that differ from the manifest fails, and the error names them`() async throws {
        struct Mismatched: Feature {
            static let undeclared = Action("undeclared", "Undeclared")
            static let manifest = FeatureManifest(
                id: "mismatched", title: "", summary: "", actions: ProbeFeature.first, ProbeFeature.second)
            func launch(on stage: Stage, options: Options) throws -> Scene {
                Scene(owning: stage, start: {}).on(Self.undeclared) { _ in }
                    .on(ProbeFeature.first) { _ in }.on(ProbeFeature.first) { _ in }
            }
        }
        let error = await #expect(throws: FeatureError.self) { try await Session(Mismatched()) }
        #expect(error?.code == .featureFault)
        #expect(
            error?.message
                == "feature 'mismatched' was launched with no handler for 'second', a handler for 'undeclared', which "
                + "the manifest does not declare, two handlers for 'first'; give its scene exactly one handler for each "
                + "action of its manifest")
    }

    @Test func `a launch with an option that breaks a rule is refused`() async throws {
        await #expect(throws: InputRefused(["limit": "expected a whole number from 1 to 9, got 10"])) {
            try await Session(ProbeFeature(), options: ["limit": 10])
        }
        #expect(try await Session(ProbeFeature()).options.values == ["limit": 3])
    }

    @Test func `a draw from outside the session does not change the screen and fails the session`() async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            await SmuggledView(presenter.view).use { view in
                view.show("from outside")
                log.add(view.stage.screen.text ?? "nothing")
            }
        }
        try await withProbe { neighbour in
            try await withProbe(behaviour) { session in
                await expectError(.featureFault) { try await session.perform("first") }
                let phase = await session.frame.screen.phase
                guard case .failed(let message, _) = phase else { throw Unexpected() }
                #expect(message.hasPrefix("feature 'probe' used its stage from outside its session"))
                #expect(await session.frame.screen.text == "started")
                await expectError(.featureFault) { try await session.perform("second") }
            }
            #expect(try await neighbour.perform("first").frame.screen.text == "first")
        }
        #expect(log.entries == ["started"])
    }

    @Test func `work that runs on the session may draw even if other code has started it`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            async let elsewhereToo: Void = elsewhere()
            presenter.view?.show("one")
            await elsewhereToo
            await presenter.showLater("two")
            await Task.yield()
            presenter.view?.show("three")
        }
        try await withProbe(behaviour) { session in
            let answer = try await session.perform("first")
            #expect(answer.frame.screen.text == "three")
        }
    }
}

extension ProbePresenter {
    func showLater(_ text: String) async {
        await elsewhere()
        view?.show(text)
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("A restart of the server", .timeLimit(.minutes(5)))
struct ServerRestartTests {
    private let lost = CommandLineError.sessionLost

    /// A view of the dogs of a server, which a person has begun to adopt a dog in.
    private func typing() -> Viewing {
        var viewing = Viewing(isRemote: true)
        viewing.show(SampleScreens.dogs())
        viewing.type("nRex")
        return viewing
    }

    @Test("The view shows the place in a new session, and the open form keeps its text")
    func form() {
        var viewing = typing()
        viewing.take(.source(page: 0, .failed(lost)))
        #expect(viewing.openedLinks == [FeatureLink(feature: "doggy")])
        #expect(viewing.text.contains("The server has started anew. A new session shows this place."))
        #expect(viewing.text.contains("Rex") && !viewing.text.contains("✗"))
        let frame = Frame(session: "t", feature: "doggy", revision: 1, screen: SampleScreens.dogs())
        viewing.take(.source(page: 1, .frame(frame)))
        viewing.press(.tab)
        viewing.type("b")
        viewing.press(.tab)
        viewing.type("3")
        viewing.press(.enter)
        #expect(viewing.performed == ["adopt age=3 breed=Bulldog name=Rex"])
        viewing.end(viewing.lastCall, revision: 2)
        #expect(!viewing.text.contains("Rex"))
    }

    @Test("If the new session cannot be launched, the form stays and r tries again")
    func failing() {
        var viewing = typing()
        viewing.take(.source(page: 0, .failed(lost)))
        viewing.take(.source(page: 1, .failed(FeatureError(.serviceUnavailable, "no answer"))))
        #expect(viewing.text.contains("Rex") && viewing.text.contains("was not opened: no answer"))
        viewing.press(.escape)
        viewing.type("r")
        viewing.show(SampleScreens.dogs(), page: 2)
        viewing.type("n")
        #expect(viewing.text.contains("Rex"))
    }

    @Test("A call whose outcome is unknown says so in its form, which can be sent again")
    func unknownOutcome() {
        var viewing = Viewing(isRemote: true)
        viewing.show(SampleScreens.dogs())
        viewing.adoptRex()
        viewing.end(viewing.lastCall, FeatureError(.closed, "the session has ended"))
        viewing.take(.source(page: 0, .failed(lost)))
        #expect(viewing.text.contains("“Adopt a dog” may not have been done: the session has ended"))
        viewing.show(SampleScreens.dogs(), page: 1)
        viewing.press(.control("s"))
        #expect(viewing.calls.count == 2)
    }

    @Test("A session that somebody has ended waits for r")
    func ended() {
        var viewing = typing()
        viewing.take(.source(page: 0, .failed(FeatureError(.closed, "the session has ended"))))
        #expect(viewing.openedLinks.isEmpty)
    }

    @Test("A terminal that is attached to a server comes back by itself, and sends what was typed before the restart")
    func terminal() async throws {
        let clock = ManualClock()
        try await LiveServer.run { live in
            let (terminal, remote) = (TestTerminal(), live.remote)
            let session = try await live.launch()
            let view = InteractiveView(
                on: terminal.terminal, depth: .none, clock: clock, source: await live.source(of: session, clock: clock),
                catalogue: [KennelFeature.manifest]
            ) { RemoteSource(.launch($0), on: remote, manifest: KennelFeature.manifest, clock: clock) }
            async let ending: Void = view.run()
            await terminal.waitFor("Alfred", moving: clock)
            for (keys, shown) in [(":", "type to find"), ("adopt\r", "Adopt a dog"), ("Rexina", "Rexina")] {
                clock.move(by: .milliseconds(20))
                terminal.type(keys)
                await terminal.waitFor(shown, moving: clock)
            }
            live.relay.isDown = true
            live.relay.cut()
            await terminal.waitFor("connection", moving: clock)
            try await live.forget(session.id)
            live.relay.isDown = false
            await terminal.waitFor("started anew", moving: clock)
            // A new size makes the view paint everything, also what it has painted before.
            terminal.resize(90, 30)
            await terminal.waitFor("● live", moving: clock)
            terminal.type("\t\t3\u{13}")
            await terminal.waitFor("Rexina moved in", moving: clock)
            terminal.type("\u{3}\u{3}")
            try await ending
        }
    }
}

import FeatureKit
import Testing

/// Tests `Frames` without a session.
@Suite(.timeLimit(.minutes(5))) struct FramesTests {
    private var frames = Frames(session: "s", feature: "f")

    @Test mutating func `the first frame of every launch has revision 0 and the phase loading`() {
        frames.begin(with: Screen(title: "Dogs", phase: .ready))
        #expect(
            frames.current
                == Frame(session: "s", feature: "f", revision: 0, screen: Screen(title: "Dogs", phase: .loading)))
    }

    @Test mutating func `only a changed screen makes a frame with the next revision`() {
        let screen = Screen(title: "Dogs", phase: .ready)
        let isNew = [frames.commit(screen), frames.commit(screen)]
        #expect(isNew == [true, false])
        #expect(frames.current == Frame(session: "s", feature: "f", revision: 1, screen: screen))
        let isOtherNew = frames.commit(Screen(title: "Cats"))
        #expect(isOtherNew)
        #expect(frames.current.revision == 2)
    }

    @Test mutating func `draws before a commit schedule only one commit, and draws before the start schedule none`() {
        let beforeStart = frames.schedule()
        #expect(!beforeStart)
        for _ in 1...2 {
            frames.beginCommit()
            let isScheduled = [frames.schedule(), frames.schedule()]
            #expect(isScheduled == [true, false])
        }
    }

    @Test mutating func `an action at an unexpected revision is refused`() throws {
        _ = frames.commit(Screen(title: "Dogs"))
        try frames.verifyRevision(in: [0, 1])
        for (expected, wanted) in [([4], "revision 4"), ([0, 2], "another revision"), ([], "another revision")] {
            let message = "expected \(wanted), the session is at 1; fetch the screen and try again"
            #expect(throws: FeatureError(.outdated, message)) {
                try frames.verifyRevision(in: Set(expected))
            }
        }
    }
}

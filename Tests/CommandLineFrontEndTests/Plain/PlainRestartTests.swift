import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("Ended sessions in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainRestartTests {
    /// A running view that is attached to a session of a guide on a server.
    private struct Conversation {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        let lines: AsyncStream<String>
        let typed: AsyncStream<String>.Continuation

        init() { (lines, typed) = AsyncStream.makeStream() }

        func run(_ session: String, on live: LiveServer) async -> Int32 {
            var console = recorder.console
            console.input = .typing([])
            console.input.lines = { [lines] in lines }
            return await CommandLineProgram<GuideHost>(console: console)
                .run(["attach", "\(live.root)/sessions/\(session)"]).code
        }

        /// Waits until the view has written a text the given number of times.
        func wait(for text: String, count: Int = 1) async {
            for await _ in recorder.written where recorder.text(.output).ranges(of: text).count >= count { return }
        }
    }

    /// Runs a closure with a view that is attached to the page of Riga.
    private func attached(
        _ body: (LiveServer, Conversation, _ session: String, Task<Int32, Never>) async throws -> Void
    ) async throws {
        try await LiveServer.run(features: try GuideHost.registry()) { live in
            let frame = try await live.remote.launch(FeatureLink(feature: "guide", options: ["id": "riga"]))
            let conversation = Conversation()
            let status = Task { await conversation.run(frame.session, on: live) }
            await conversation.wait(for: "q to leave: ")
            try await body(live, conversation, frame.session, status)
        }
    }

    @Test("After the session has ended, the answer r shows the place in a new session", arguments: ["r", "Restart"])
    func again(answer: String) async throws {
        try await attached { live, conversation, session, status in
            try await live.remote.end(session)
            await conversation.wait(for: "Type r to start it anew, q to leave: ")
            #expect(conversation.recorder.text(.output).contains("✗ the session has ended\n"))
            conversation.typed.yield("1")
            await conversation.wait(for: "Type r to start it anew, q to leave: ", count: 2)
            conversation.typed.yield(answer)
            await conversation.wait(for: "This is Riga.", count: 2)
            let sessions = await run("sessions", live.root).output.split(separator: "\n")
            #expect(sessions.count == 1 && sessions.allSatisfy { !$0.hasPrefix(session) })
            // The new session performs actions.
            conversation.typed.yield("write")
            conversation.typed.yield("a ship")
            await conversation.wait(for: "noted: a ship")
            conversation.typed.yield("q")
            #expect(await status.value == 0)
        }
    }

    @Test("After the session has ended, the answer q leaves, and the end of the input is an error")
    func leaving() async throws {
        for answer in ["q", nil] {
            try await attached { live, conversation, session, status in
                try await live.remote.end(session)
                await conversation.wait(for: "Type r to start it anew, q to leave: ")
                if let answer { conversation.typed.yield(answer) } else { conversation.typed.finish() }
                #expect(await status.value == (answer == nil ? 1 : 0))
            }
        }
    }

    @Test("On the way back to a page whose session has ended, the view says so and offers to start it anew")
    func below() async throws {
        try await attached { live, conversation, session, status in
            conversation.typed.yield("up")
            await conversation.wait(for: "q to go back: ")
            try await live.remote.end(session)
            // The view has taken the event when it answers the next line.
            conversation.typed.yield("q")
            await conversation.wait(for: "Type r to start it anew, q to leave: ")
            conversation.typed.yield("r")
            await conversation.wait(for: "This is Riga.", count: 2)
            conversation.typed.yield("q")
            #expect(await status.value == 0)
        }
    }

    @Test("After a restart of the server, the view shows the place in a new session by itself")
    func restart() async throws {
        try await attached { live, conversation, session, status in
            live.relay.isDown = true
            live.relay.cut()
            await conversation.wait(for: "Connection lost")
            try await live.forget(session)
            live.relay.isDown = false
            await conversation.recorder.clock.run {
                await conversation.wait(for: "The server has started anew. A new session shows this place.")
            }
            await conversation.wait(for: "This is Riga.", count: 2)
            conversation.typed.yield("q")
            #expect(await status.value == 0)
        }
    }
}

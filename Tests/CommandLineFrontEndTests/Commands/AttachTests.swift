import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import TerminalKit
import Testing

@Suite("The attach and sessions commands", .timeLimit(.minutes(5)))
struct AttachTests {
    @Test("Without a terminal, attach prints the screen once and leaves the session open")
    func printed() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            _ = try await session.settled(within: .seconds(9))
            for path in ["/sessions/", "/api/sessions/"] {
                #expect(
                    await run("attach", live.root + path + session.id)
                        == Ending(
                            code: 0,
                            output: """
                                Kennel

                                  Alfred  Labrador, 1
                                  김철수  Bulldog, 5

                                  [Refresh]      refresh
                                  [Adopt a dog]  adopt
                                  [Fail]         fail

                                """, errors: ""))
            }
            let ending = await run("attach", "\(live.root)/sessions/\(session.id)", "--json")
            let frame = await session.frame
            #expect(ending == Ending(code: 0, output: String(decoding: frame.json, as: UTF8.self) + "\n", errors: ""))
            let fields = await run("attach", "\(live.root)/sessions/\(session.id)", "--fields", "title,feature")
            #expect(fields.output == #"{"title":"Kennel","feature":"kennel"}"# + "\n")
        }
    }

    @Test("The attach command ends with exit code 1 if the screen has failed or the session is unknown")
    func failures() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch(["mood": "failing"])
            _ = try await session.settled(within: .seconds(9))
            let ending = await run("attach", "\(live.root)/sessions/\(session.id)")
            #expect(ending.code == 1)
            #expect(ending.errors == "kennels: feature 'kennel' failed: out of luck\n")
            #expect(
                await run("attach", "\(live.root)/sessions/zebra")
                    == Ending(
                        code: 1, output: "",
                        errors: "kennels: '\(live.root)' has no session 'zebra', or it has ended\n"))
        }
    }

    @Test("Both commands end with exit code 69 if the server cannot be reached", arguments: ["attach", "sessions"])
    func unreachable(command: String) async throws {
        var root = ""
        try await LiveServer.run { root = $0.root }
        #expect(
            await run(command, "\(root)/sessions/ab12")
                == Ending(
                    code: 69, output: "",
                    errors: """
                        kennels: cannot reach '\(root)': connection refused; check the address and that the server is running

                        """))
    }

    @Test("The command attach --watch prints each frame until the session ends")
    func watching() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            _ = try await session.settled(within: .seconds(9))
            let recorder = RecordingConsole()
            async let ending = run(
                ["attach", "\(live.root)/sessions/\(session.id)", "--watch", "--json", "--fields", "revision"],
                as: KennelHost.self, on: recorder)
            await recorder.waitForWritings(1)
            _ = try await session.perform("adopt", ["name": "Rex", "age": 3])
            await recorder.waitForWritings(2)
            let revision = await session.frame.revision
            try await live.remote.end(session.id)
            let end = await ending
            #expect(end.code == 1)
            #expect(end.output == "{\"revision\":\(revision - 1)}\n{\"revision\":\(revision)}\n")
            #expect(end.errors == "✓ Rex moved in\nkennels: the session has ended\n")
        }
    }

    @Test("The sessions command lists the running sessions as a table or as JSON")
    func sessions() async throws {
        try await LiveServer.run { live in
            #expect(
                await run("sessions", live.root)
                    == Ending(code: 0, output: "", errors: "No session of yours runs at \(live.root).\n"))
            let id = try await live.launch().id
            #expect(
                await run("sessions", live.root + "/features/kennel")
                    == Ending(code: 0, output: "\(live.root)/sessions/\(id)  kennel  Kennel\n", errors: ""))
            let json =
                #"[{"address":"\#(live.root)/sessions/\#(id)","feature":"kennel","options":{"latency":"0s","mood":"ready"},"session":"\#(id)","title":"Kennel"}]"#
            #expect(await run("sessions", live.root, "--json") == Ending(code: 0, output: json + "\n", errors: ""))
        }
    }

    @Test("A missing or wrong token is reported, and the right token is accepted")
    func tokens() async throws {
        let token = "0123456789abcdef"
        let path = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)").path
        try "# mine\n \(token)\n".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await LiveServer.run(token: token) { live in
            let id = try await live.launch().id
            let refused = await run("sessions", live.root)
            #expect(refused.code == 64)
            #expect(refused.errors.contains("requires a valid token"))
            let line = "\(live.root)/sessions/\(id)  kennel  Kennel\n"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let open = await run("sessions", live.root, "--token-file", path)
            #expect(open.output == line && open.errors.hasPrefix("! --token-file: other people can read or change '"))
            #expect(open.errors.contains("(mode 0644)"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let closed = await run("sessions", live.root, "--token-file", path)
            #expect(closed.output == line && closed.errors.isEmpty)
            let known = RecordingConsole(environment: ["KENNELS_TOKEN": token])
            #expect(await run("sessions", live.root, on: known).output == line)
            #expect(await run("attach", "\(live.root)/sessions/\(id)", "--token-file", path).code == 0)
            let other = RecordingConsole(environment: ["KENNELS_TOKEN": "0123456789abcdeX"])
            #expect(await run("sessions", live.root, on: other).code == 64)
        }
        let ending = await run("sessions", "http://127.0.0.1:1", "--token-file", "/nowhere")
        #expect(ending == Ending(code: 66, output: "", errors: "kennels: --token-file: '/nowhere' cannot be read\n"))
        #expect(await run("sessions", "http://127.0.0.1:1", "--tls-ca", path).code == 66)
        for content in ["kim \(token)", "\(token)\nmore", "", "# \(token)"] {
            try content.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let message =
                "kennels: --token-file '\(path)': expected your token alone; a file with names and tokens belongs to the "
                + "server\n"
            let ending = await run("sessions", "http://127.0.0.1:1", "--token-file", path)
            #expect(ending.code == 64 && ending.errors.hasPrefix(message), "\(ending)")
        }
        let broken = RecordingConsole(environment: ["KENNELS_TOKEN": "a\nb"])
        #expect(await run("sessions", "http://127.0.0.1:1", on: broken).code == 64)
    }

    @Test("The command attach --plain performs an action in the server's session")
    func plain() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
            var console = recorder.console
            console.input = .typing(["4", "Rex", "2", "3", "", "q"])
            let status = await CommandLineProgram<KennelHost>(console: console)
                .run(["attach", "\(live.root)/sessions/\(session.id)"])
            #expect(status == .done)
            #expect(await session.frame.screen.elements.description.contains("Rex"))
            #expect(recorder.text(.output).contains("Adopt a dog"))
            #expect(!recorder.text(.output).contains("\u{1B}"))
        }
    }

    @Test("The address of a feature's page names the session to attach to")
    func page() async throws {
        try await LiveServer.run { live in
            let id = try await live.launch().id
            let ending = await run("attach", "\(live.root)/features/kennel?mood=ready&session=\(id)")
            #expect(ending.code == 0 && ending.output.hasPrefix("Kennel\n"))
        }
    }

    @Test(
        "A link opens its place in the watched session if the session allows it, else in a new one",
        arguments: [true, false])
    func places(isCopy: Bool) async throws {
        try await LiveServer.run(features: try GuideHost.registry()) { live in
            let frame = try await live.remote.launch(
                FeatureLink(feature: "guide", options: isCopy ? ["copy": true] : [:]))
            let terminal = TestTerminal()
            let (program, clock) = GuideHost.program(on: terminal)
            async let status = program.run(["attach", "\(live.root)/sessions/\(frame.session)"])
            await terminal.waitFor("Cairo", moving: clock)
            clock.move(by: .milliseconds(20))
            terminal.type("j\r")
            await terminal.waitFor("This is Riga.", moving: clock)
            let session = try live.server.session(frame.session)
            #expect(await session.frame.screen.title == (isCopy ? "Riga" : "Guide"))
            clock.move(by: .milliseconds(20))
            terminal.type("\u{7F}")
            await terminal.waitFor("Cairo", moving: clock)
            #expect(await session.frame.screen.title == "Guide")
            terminal.type("\u{3}")
            #expect(await status == .done)
            // A session of another place may still be ending.
            #expect(
                await run("sessions", live.root).output.split(separator: "\n").contains {
                    $0.hasPrefix("\(live.root)/sessions/\(frame.session)  ")
                })
        }
    }

    @Test("After the session of a place has ended, the key r shows the place in a new session")
    func again() async throws {
        try await LiveServer.run(features: try GuideHost.registry()) { live in
            let frame = try await live.remote.launch(FeatureLink(feature: "guide", options: ["id": "riga"]))
            #expect(frame.screen.address == nil)
            let terminal = TestTerminal()
            let (program, clock) = GuideHost.program(on: terminal)
            async let status = program.run(["attach", "\(live.root)/sessions/\(frame.session)"])
            await terminal.waitFor("This is Riga.", moving: clock)
            try await live.remote.end(frame.session)
            await terminal.waitFor("has ended", moving: clock)
            clock.move(by: .milliseconds(20))
            terminal.type("r")
            await terminal.waitFor("● live", moving: clock)
            let ids = await run("sessions", live.root).output.split(separator: "\n").compactMap {
                $0.split(separator: " ").first
            }
            let id = try #require(ids.first?.split(separator: "/").last)
            #expect(ids.count == 1 && id != frame.session)
            #expect(try await live.server.session(String(id)).frame.screen.title == "Riga")
            terminal.type("\u{3}")
            #expect(await status == .done)
        }
    }

    @Test("Control characters from a server are replaced by visible characters")
    func hostile() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            _ = try await session.perform("adopt", ["name": "\u{1B}[2J", "age": 1])
            let ending = await run("attach", "\(live.root)/sessions/\(session.id)")
            #expect(ending.output.contains("␛[2J") && !ending.output.contains("\u{1B}"))
        }
    }
}

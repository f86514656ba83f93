import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("The addresses that attach accepts and sessions prints", .timeLimit(.minutes(5)))
struct AttachAddressTests {
    @Test("The sessions command shows the options that differ from their defaults, quoted for a shell")
    func options() async throws {
        try await LiveServer.run(features: try GuideHost.registry()) { live in
            for options: [String: FieldValue] in [["motto": "It's here", "copy": true], ["motto": "", "copy": false]] {
                _ = try await live.remote.launch(FeatureLink(feature: "guide", options: options))
            }
            let lines = await run("sessions", live.root).output.split(separator: "\n").map { line in
                line.split(separator: " ", maxSplits: 1).last?.drop { $0 == " " } ?? ""
            }
            #expect(lines.sorted() == ["guide  Guide", #"guide  Guide  copy=true 'motto=It'\''s here'"#])
        }
    }

    @Test("The address of a feature's page without a session begins a session, prints its screen and ends the session")
    func newSession() async throws {
        try await LiveServer.run { live in
            let ending = await run("attach", "\(live.root)/features/kennel?mood=empty&latency=&session=")
            #expect(ending.code == 0 && ending.output.contains("No dogs"), "\(ending)")
            #expect(await run("sessions", live.root).output == "")
            let failed = await run("attach", "\(live.root)/features/kennel?mood=failing")
            #expect(failed.code == 1 && failed.errors == "kennels: feature 'kennel' failed: out of luck\n")
            #expect(
                await run("attach", "\(live.root)/features/kenel")
                    == Ending(
                        code: 64, output: "",
                        errors: """
                            kennels: '\(live.root)' has no feature "kenel", known are gallery, kennel; did you mean 'kennel'?

                            """))
            let refused = await run("attach", "\(live.root)/features/kennel?mod=ready&latency=zebra")
            #expect(refused.code == 64)
            #expect(
                refused.errors == """
                    kennels: the options were refused:
                      latency: expected a duration like 250ms, 2s or 1m from 0s to 1h, got "zebra"
                      mod: there is no such option, known are mood, latency; did you mean 'mood'?
                    the address has these options after '?'

                    """)
            #expect(await run("sessions", live.root).output == "")
        }
    }

    @Test("The address of a server alone shows its only session, and else lists the addresses to choose from")
    func root() async throws {
        try await LiveServer.run { live in
            let features = """
                  \(live.root)/features/gallery  Gallery
                  \(live.root)/features/kennel   Kennel

                """
            #expect(
                await run("attach", live.root)
                    == Ending(
                        code: 64, output: "",
                        errors:
                            "kennels: no session of yours runs at '\(live.root)'; give the address of a feature, which begins "
                            + "one:\n\(features)"))
            let first = try await live.launch(["mood": "empty"]).id
            let only = await run("attach", "\(live.root)/")
            #expect(only.code == 0 && only.output.contains("No dogs"))
            let second = try await live.launch().id
            let several = await run("attach", live.root)
            #expect(several.code == 64)
            #expect(
                several.errors.hasPrefix("kennels: 2 sessions run at '\(live.root)'; give the address of one, or of"))
            #expect(several.errors.contains("  \(live.root)/sessions/\(first)  kennel  Kennel  mood=empty\n"))
            #expect(several.errors.contains("  \(live.root)/sessions/\(second)  kennel  Kennel\n"))
            #expect(several.errors.hasSuffix(features))
        }
    }

    @Test("On a terminal, attach begins a session at a feature's page, and leaving ends it")
    func newSessionOnTerminal() async throws {
        try await LiveServer.run(features: try GuideHost.registry()) { live in
            let terminal = TestTerminal()
            let (program, clock) = GuideHost.program(on: terminal)
            async let status = program.run(["attach", "\(live.root)/features/guide?id=riga"])
            await terminal.waitFor("This is Riga.", moving: clock)
            #expect(await run("sessions", live.root).output.contains("  guide  Guide  id=riga\n"))
            terminal.type("q")
            #expect(await status == .done)
            #expect(await run("sessions", live.root).output == "")
        }
    }

    @Test("While attach connects, a terminal says so, and the words are erased afterwards")
    func connecting() async throws {
        try await LiveServer.run { live in
            let host = live.root.dropFirst("http://".count)
            let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "xterm"])
            #expect(await run("attach", "\(live.root)/features/kennel", on: recorder).code == 0)
            #expect(recorder.text(.error).hasPrefix("Connecting to \(host)…\r\u{1B}[K"))
            let dumb = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
            #expect(await run("attach", "\(live.root)/features/kennel", on: dumb).code == 0)
            #expect(!dumb.text(.error).contains("Connecting"))
        }
    }
}

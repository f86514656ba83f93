import CommandLineFrontEnd
import FeatureKit
import Foundation
import Testing

@Suite("Printed commands", .timeLimit(.minutes(5)))
struct CommandQuotingTests {
    private func linkCommand(_ options: String...) async throws -> String {
        let settings = options.flatMap { ["--set", $0] }
        let output = await run(["launch", "guide"] + settings, as: GuideHost.self).output
        let line = try #require(output.split(separator: "\n").first { $0.contains("It's a $HOME") })
        return String(line.dropFirst("  It's a $HOME  ".count))
    }

    @Test(
        "A shell passes each argument of a printed command unchanged",
        arguments: [
            "plain", "two words", "it's", "a\"b", "$HOME `id` \\ $(id)", "line one\nline two", "100% \\n 'q' !!\n.",
            "tab\tand \u{202E}bidi", "~", "*", "-x", "é 철수 🐶", "a;b&c|d<e>f#g", "a=b", "end\\", "",
        ])
    func roundTrip(motto: String) async throws {
        // The option refuses line breaks, so the test formats the command itself.
        let link = FeatureLink(feature: "guide", options: ["motto": .text(motto)])
        let screen = Screen(phase: .ready, elements: [.link(id: "l", "Go", opens: link)])
        let printed = try ScreenRendition.text(program: "printf '%s\\0'").text(
            of: Frame(session: "s", feature: "guide", revision: 1, screen: screen), manifest: GuideFeature.manifest)
        let text = String(printed.dropFirst("  Go  ".count))
        for shell in ["/bin/sh", "/bin/bash"] where FileManager.default.isExecutableFile(atPath: shell) {
            let (end, output, errors) = try await Program(file: shell, ["-c", text]).finish()
            #expect(end == .exit(0) && errors == "")
            let wanted = ["launch", "guide"] + (motto.isEmpty ? [] : ["--set", "motto=\(motto)"])
            #expect(output.split(separator: "\0").map(String.init) == wanted, "\(shell): \(text)")
        }
    }

    @Test("The links of a screen keep the options of the launch and its database")
    func links() async throws {
        #expect(
            try await linkCommand("motto=be kind", "copy=true")
                == #"guides launch guide --set copy=true --set 'id=it'\''s a $HOME' --set 'motto=be kind'"#)
        let output = await run(
            ["launch", "guide", "--database", "postgresql://me:secret@host/towns", "--set", "id=oslo"],
            as: GuideHost.self
        ).output
        #expect(
            output.hasSuffix(
                """
                  Up: Guide  guides launch guide --database postgresql://me@host/towns
                  Here       guides launch guide --set id=oslo --database postgresql://me@host/towns

                """))
    }

    @Test("After an action that goes to another place, the printed commands name that place")
    func browsed() async {
        let output = await run(["perform", "guide", "browse", "id=riga", "--set", "copy=true"], as: GuideHost.self)
            .output
        #expect(
            output == """
                Riga

                  This is Riga.

                  [Write a note]  guides perform guide write note=NOTE --set copy=true --set id=riga

                  Up: Guide  guides launch guide --set copy=true
                  Here       guides launch guide --set copy=true --set id=riga

                """)
    }

    @Test("perform prints the place that the action sends the person to")
    func opens() async throws {
        let output = await run(["perform", "guide", "travel", "--set", "motto=go"], as: GuideHost.self).output
        #expect(output.hasSuffix("\n  Next: Riga  guides launch guide --set id=riga --set motto=go\n"))
        let json = await run(["perform", "guide", "travel", "--json"], as: GuideHost.self).output
        #expect(json.hasSuffix(#","opens":{"feature":"guide","options":{"id":"riga"},"title":"Riga"}}"# + "\n"))
        _ = try JSONDecoder().decode(Frame.self, from: Data(json.utf8))
    }

    @Test("A link to a place of this host is printed as a command, and a link to the web as its address")
    func linkElements() async {
        let output = await run(["launch", "guide"], as: GuideHost.self).output
        #expect(output.contains("\n  Pictures  guides launch gallery\n"))
        #expect(output.contains("\n  More  https://example.org/towns\n"))
    }

    @Test("Without a terminal, a missing required option is named, and the exit code is 64")
    func required() async {
        let ending = await run(["launch", "workshop"], as: GuideHost.self)
        #expect(ending.code == 64 && ending.errors.contains("\n  site: "))
    }

    @Test("The printed commands of a record's page lead through the places of a file's copy")
    func program() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "it's \(UUID().uuidString) $HOME")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "my dogs.csv").path
        try "name,breed,age\nAda,Bulldog,2\nBob,Labrador,3\n".write(toFile: file, atomically: true, encoding: .utf8)
        let (_, list, _) = try await Program("launch", "doggy", "--set", "source=\(file)").finish()
        let row = try #require(list.split(separator: "\n").first { $0.contains("Bob Labrador") })
        let (end, record, errors) = try await shell(
            row[(row.firstRange(of: "featurehost")?.lowerBound ?? row.endIndex)...])
        #expect(end == .exit(0) && errors == "")
        #expect(record.hasPrefix("Bob Labrador\n"))
        for (title, wanted) in [("Up: Doggies  ", list), ("Here         ", record)] {
            let line = try #require(record.split(separator: "\n").first { $0.hasPrefix("  " + title) })
            #expect(try await shell(line.dropFirst(2 + title.count)).output == wanted)
        }
    }

    @Test("A record that does not exist gives a failed screen and exit code 1")
    func missing() async throws {
        let (end, output, errors) = try await Program("launch", "doggy", "--set", "id=nobody").finish()
        #expect(end == .exit(1))
        #expect(output.contains("✗ "))
        #expect(errors.hasPrefix("featurehost: feature 'doggy' failed: "))
    }

    @Test(
        "bash performs no substitution in the ids that it completes",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func bashSubstitution() async throws {
        let script = """
            source <("$0" completions --shell bash)
            cur='$'
            __featurehost_add_completions -W '$(echo harm)'
            echo "${COMPREPLY[*]}"
            """
        let (_, output, errors) = try await Program(file: "/bin/bash", ["-c", script, Program.path]).finish()
        #expect(output == "$(echo harm)\n", "\(errors)")
    }

    /// Runs a command that the program has printed.
    private func shell(_ command: Substring) async throws -> (end: Program.End, output: String, errors: String) {
        let folder = URL(fileURLWithPath: try Program.path).deletingLastPathComponent().path
        return try await Program(
            file: "/bin/sh", ["-c", String(command)], environment: ["PATH": "\(folder):/usr/bin:/bin"]
        ).finish()
    }
}

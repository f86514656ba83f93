import CommandLineFrontEnd
import Foundation
import Testing

@Suite("Installing completions", .timeLimit(.minutes(5)))
struct CompletionFileTests {
    private func run(
        _ arguments: String..., environment: [String: String], typing lines: [String]? = nil
    ) async -> Ending {
        await KennelHost.run(["completions"] + arguments, environment: environment, typing: lines)
    }

    @Test(
        "The script is written to the folder of the shell that SHELL or the option names",
        arguments: [
            ("/bin/bash", ".local/share/bash-completion/completions/kennels"), ("zsh", ".zfunc/_kennels"),
            ("/usr/bin/fish", ".config/fish/completions/kennels.fish"),
        ])
    func install(shell: String, path: String) async throws {
        try await withHome { home in
            let ending = await run("--install", environment: ["HOME": home, "SHELL": shell])
            #expect(ending.code == 0 && ending.output.hasPrefix("Wrote \(home)/\(path).\n"))
            let script = try String(contentsOfFile: "\(home)/\(path)", encoding: .utf8)
            #expect(script.contains("---completion"))
            #expect(script.hasSuffix("\n# Written by 'kennels completions --install'.\n"))
            // The program replaces its own file without a question.
            #expect(await run("--install", environment: ["HOME": home, "SHELL": shell]) == ending)
        }
    }

    @Test("A file that the program did not write is replaced only after a yes")
    func foreign() async throws {
        try await withHome { home in
            let environment = ["HOME": home, "XDG_CONFIG_HOME": "\(home)/settings"]
            let path = "\(home)/settings/fish/completions/kennels.fish"
            try FileManager.default.createDirectory(
                atPath: "\(home)/settings/fish/completions", withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let arguments = ["--install", "--shell", "fish"]
            let refused = await run(arguments[0], arguments[1], arguments[2], environment: environment)
            #expect(refused.code == 64 && refused.errors.contains("was not written by kennels. Move it away"))
            let kept = await run(arguments[0], arguments[1], arguments[2], environment: environment, typing: ["n"])
            #expect(kept.code == 0 && kept.output.hasSuffix("Replace it? y or n [n]: Nothing was written.\n"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
            let agreed = await run(arguments[0], arguments[1], arguments[2], environment: environment, typing: ["y"])
            #expect(agreed.code == 0 && agreed.output.contains("Wrote \(path).\n"))
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains("---completion"))
        }
    }

    @Test("Without --install the script is printed, and an unknown shell is refused")
    func printing() async {
        let printed = await run("--shell", "zsh", environment: [:]).output
        #expect(printed.hasPrefix("#compdef kennels"), "\(printed.prefix(100))")
        #expect(await run(environment: ["SHELL": "/bin/tcsh"]).errors.contains("name a shell with --shell bash"))
        #expect(await run("--shell", "fisch", environment: [:]).errors.contains("did you mean"))
        #expect(await run("--install", "--shell", "zsh", environment: [:]).errors.contains("HOME is not set"))
    }
}

import CommandLineFrontEnd
import Foundation
import Testing

@Suite("Installing the manual page", .timeLimit(.minutes(5)))
struct ManFileTests {
    private func install(
        environment: [String: String], typing lines: [String]? = nil
    ) async -> Ending {
        await KennelHost.run(["man", "--install"], environment: environment, typing: lines)
    }

    @Test("The page is written to the folder of manual pages in the home folder, or under XDG_DATA_HOME")
    func places() async throws {
        try await withHome { home in
            for (environment, folder) in [
                (["HOME": home], "\(home)/.local/share"),
                (["HOME": home, "XDG_DATA_HOME": "\(home)/data"], "\(home)/data"),
            ] {
                let path = "\(folder)/man/man1/kennels.1"
                let ending = await install(environment: environment)
                #expect(
                    ending
                        == Ending(
                            code: 0,
                            output: """
                                Wrote \(path).
                                Read it with 'man kennels'. If man does not find it: man \(path)

                                """, errors: ""))
                let page = try String(contentsOfFile: path, encoding: .utf8)
                #expect(page.hasPrefix(#".TH "KENNELS" 1"#))
                #expect(page.hasSuffix("\n.\\\" Written by 'kennels man --install'.\n"))
                // The program replaces its own file without a question.
                #expect(await install(environment: environment) == ending)
            }
        }
    }

    @Test("A page that the program did not write is replaced only after a yes, and a home folder is needed")
    func refusals() async throws {
        try await withHome { home in
            let path = "\(home)/man/man1/kennels.1"
            try FileManager.default.createDirectory(
                atPath: "\(home)/man/man1", withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let refused = await install(environment: ["XDG_DATA_HOME": home])
            #expect(refused.code == 64)
            #expect(refused.errors == "kennels: \(path) was not written by kennels. Move it away and try again.\n")
            let kept = await install(environment: ["XDG_DATA_HOME": home], typing: ["n"])
            #expect(kept.output.hasSuffix("Replace it? y or n [n]: Nothing was written.\n"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        }
        #expect(await install(environment: [:]).errors.contains("HOME is not set"))
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Testing

@Suite("The rows that a server does not load", .timeLimit(.minutes(5)))
struct RowLimitTests {
    private enum LibraryHost: CommandLineHost {
        static let name = "libraries"
        static let version = "0"
        static let summary = "Lists volumes."

        static func registry() throws -> FeatureRegistry { try FeatureRegistry([LibraryFeature()]) }
    }

    private func served(rows: Int, _ body: (LiveServer) async throws -> Void) async throws {
        try await LiveServer.run(
            features: try FeatureRegistry([LibraryFeature()]), change: { $0.rowLimit = rows }, body)
    }

    @Test("attach --all prints the loaded rows, says that there are more, and ends with exit code 1")
    func limited() async throws {
        try await served(rows: 120) { live in
            let ending = await run("attach", "\(live.root)/features/library", "--all", "--columns", "id")
            #expect(ending.code == 1)
            #expect(ending.output.split(separator: "\n").count == 121)
            #expect(
                ending.errors == """
                    2380 more rows.
                    kennels: the server loads at most 120 rows of the list 'volumes', and there are more; search or \
                    filter to see others

                    """)
        }
    }

    @Test("attach --all prints all rows if the server loads them")
    func whole() async throws {
        try await served(rows: 2_500) { live in
            let ending = await run("attach", "\(live.root)/features/library", "--all", "--columns", "id")
            #expect(ending.code == 0 && ending.errors == "")
            #expect(ending.output.split(separator: "\n").count == 2_501)
        }
    }

    @Test("attach shows the text at the end of a full list")
    func shown() async throws {
        try await served(rows: 5) { live in
            let ending = await run("attach", "\(live.root)/features/library")
            #expect(ending.code == 0 && ending.output.contains("Search or filter to see others."), "\(ending)")
        }
    }

    @Test("A local launch loads all rows")
    func local() async {
        let ending = await run(["launch", "library", "--all", "--columns", "id"], as: LibraryHost.self)
        #expect(ending.code == 0 && ending.errors == "")
        #expect(ending.output.split(separator: "\n").count == 2_501)
    }

    @Test("attach --all refuses --watch and --limit", arguments: [["--watch"], ["--limit", "2"]])
    func excluded(options: [String]) async {
        let ending = await run(["attach", "http://127.0.0.1:9", "--all"] + options, as: LibraryHost.self)
        #expect(ending.code == 64)
        #expect(ending.errors.hasPrefix("libraries: --all and \(options[0]) exclude each other; give one\n"))
    }
}

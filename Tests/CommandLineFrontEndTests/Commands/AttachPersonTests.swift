import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import TerminalKit
import Testing

@Suite("Commands for a server that knows its people", .timeLimit(.minutes(5)))
struct AttachPersonTests {
    private static let (kim, lee) = ("0123456789abcdef-kim", "0123456789abcdef-lee")

    /// A feature for keepers.
    private struct VaultFeature: Feature {
        static let knock = Action("knock", "Knock")
        static let manifest = FeatureManifest(
            id: "vault", title: "Vault", summary: "Keeps things safe.", for: .role("keeper"), actions: knock)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            Scene(owning: stage, start: { stage.screen.phase = .ready }).on(Self.knock) { _ in }
        }
    }

    /// Files with tokens, in a folder of their own.
    private struct Files {
        let folder: URL
        var tokens: String { folder.appending(path: "tokens").path }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try write("kim \(kim) keeper\nlee \(lee)")
        }

        func write(_ text: String, to name: String = "tokens") throws {
            let path = folder.appending(path: name)
            try Data(text.utf8).write(to: path, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
        }

        /// Writes a client's file and returns its path.
        func own(_ token: String) throws -> String {
            try write(token, to: "own")
            return folder.appending(path: "own").path
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test("A person without the right to a feature gets the server's message and exit code 77")
    func forbidden() async throws {
        let files = try Files()
        defer { files.remove() }
        try await LiveServer.run(
            features: FeatureRegistry([KennelFeature(), VaultFeature()]), change: { $0.tokenFile = files.tokens }
        ) { live in
            let remote = RemoteServer(try #require(ServerAddress(live.root)), token: Self.kim)
            let session = try await remote.launch(FeatureLink(feature: "vault", options: [:])).session
            let address = "\(live.root)/sessions/\(session)"
            let lee = RecordingConsole(environment: ["KENNELS_TOKEN": Self.lee])
            let refused = await run("attach", address, on: lee)
            let message = "kennels: '\(live.root)' refused: Only a keeper can use Vault.\n"
            #expect(refused == Ending(code: 77, output: "", errors: message))
            let kim = RecordingConsole(environment: ["KENNELS_TOKEN": Self.kim])
            #expect(await run("attach", address, on: kim).code == 0)
            await remote.shutDown()
        }
    }

    @Test("The first line of attach --plain says who is signed in")
    func plain() async throws {
        let files = try Files()
        defer { files.remove() }
        try await LiveServer.run(change: { $0.tokenFile = files.tokens }) { live in
            let own = try files.own(Self.kim)
            let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
            var console = recorder.console
            console.input = .typing(["q"])
            let remote = RemoteServer(try #require(ServerAddress(live.root)), token: Self.lee)
            let session = try await remote.launch(FeatureLink(feature: "kennel", options: [:])).session
            await remote.shutDown()
            let status = await CommandLineProgram<KennelHost>(console: console)
                .run(["attach", "\(live.root)/sessions/\(session)", "--plain", "--token-file", own])
            #expect(status == .done)
            let output = recorder.text(.output)
            #expect(output.contains("…\nSigned in as kim\nKennel: loading…\n"), "\(output)")
        }
    }

    @Test("The terminal shows the name of its person, and says that the token is gone")
    func signedIn() async throws {
        let (files, serverClock) = (try Files(), ManualClock())
        defer { files.remove() }
        try await LiveServer.run(
            features: try GuideHost.registry(), clock: serverClock, change: { $0.tokenFile = files.tokens }
        ) { live in
            let remote = RemoteServer(try #require(ServerAddress(live.root)), token: Self.lee)
            let session = try await remote.launch(FeatureLink(feature: "guide", options: [:])).session
            await remote.shutDown()
            let terminal = TestTerminal()
            let (program, clock) = GuideHost.program(on: terminal)
            let own = try files.own(Self.kim)
            async let status = program.run(["attach", "\(live.root)/sessions/\(session)", "--token-file", own])
            let shown = await terminal.waitFor("● live", moving: clock)
            #expect(shown.contains("kim"))
            try files.write("lee \(Self.lee)")
            // The host looks at the file once a second.
            await serverClock.advance(by: .seconds(1))
            await terminal.waitFor("no longer accepts your token", moving: clock)
            terminal.type("\u{3}")
            _ = await status
        }
    }
}

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

/// Tests the client with a server of a later version, which sends unknown kinds, values, members and edits.
@Suite(.timeLimit(.minutes(5))) struct FutureHostTests {
    private static let screen = #"""
        {"title":"Kennel of 2040","tone":"festive","weather":{"sun":1},"phase":{"kind":"dreaming","depth":2},"elements":[
        {"kind":"hologram","id":"h","text":"A hologram","depth":4},
        {"kind":"text","id":"t","text":"Open","style":"neon","font":"Futura"},
        {"kind":"list","id":"dogs","aura":1,"rows":[{"id":"1","title":"Rex","tone":"festive","ghost":null,"buttons":[
        {"action":"pat","title":"Pat","enabled":true,"role":"magic","glow":9}]}]},
        {"kind":"carousel","id":"c","title":"Photos","elements":[
        {"kind":"text","id":"s","text":"Rex at sea","style":"body"},{"kind":"scent","id":"n","text":"Pine"}]}],
        "buttons":[{"action":"open","title":"Open","enabled":true,"role":"cosmic"}]}
        """#.replacing("\n", with: "")

    private let clock = ManualClock()

    private func frame(_ revision: Int, _ screen: String = screen) -> String {
        "event: frame\nid: \(revision)\n"
            + #"data: {"session":"s","feature":"kennel","revision":\#(revision),"era":5,"screen":\#(screen)}"#
    }

    private func patch(_ members: String, from: Int) -> String {
        "event: patch\nid: \(from + 1)\n" + #"data: {"from":\#(from),"to":\#(from + 1),\#(members)}"#
    }

    /// Watches a server that sends the given responses.
    ///
    /// Returns the events that the source has reported, and the requests that the server has received.
    private func watch(answering answers: String...) async throws -> (shown: [SourceEvent], asked: [String]) {
        var (shown, asked): ([SourceEvent], [String]) = ([], [])
        try await ScriptedServer.run(answering: answers) { server, port in
            let address = try #require(ServerAddress("http://127.0.0.1:\(port)"))
            let remote = RemoteServer(address)
            let first = Frame(session: "s", feature: "kennel", revision: 1, screen: Screen(title: "First"))
            let source = RemoteSource(
                .session(first), on: remote, manifest: KennelFeature.manifest, clock: clock, jitter: { 1 })
            let waiting = Task { [clock] in while !Task.isCancelled { await clock.advance(by: .seconds(15)) } }
            for await event in source.events() { shown.append(event) }
            waiting.cancel()
            clock.move(by: .seconds(15))
            asked = server.requests
            await remote.shutDown()
        }
        return (shown, asked)
    }

    private func titles(_ events: [SourceEvent]) -> [String] {
        events.compactMap { if case .frame(let frame) = $0 { frame.screen.title } else { nil } }
    }

    private var closed: String { "event: closed\ndata: {}" }

    @Test func `the view shows the known parts of a frame, and shows the texts of the unknown parts`() async throws {
        let (shown, _) = try await watch(
            answering: ScriptedServer.events(
                "event: aurora\ndata: {}", frame(2), #"event: notice\#ndata: {"text":"Hi","tone":"gold","echo":1}"#,
                closed), ScriptedServer.unknownSession)
        guard shown.count > 2, case .frame(let frame) = shown[1], case .notice(let notice) = shown[2] else {
            Issue.record("expected a frame and a notice, got \(shown)")
            return
        }
        #expect(notice == Notice("Hi"))
        #expect(frame.screen.tone == .plain && frame.screen.phase == .ready)
        let text = try ScreenRendition.text(program: "kennel").text(of: frame, manifest: KennelFeature.manifest)
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        for words in ["Kennel of 2040", "A hologram", "Open", "Photos", "Rex at sea", "Pine"] {
            #expect(lines.contains { $0 == words }, "\(words) in \(text)")
        }
        #expect(lines.contains { $0.hasPrefix("Rex") } && lines.contains { $0.hasPrefix("[Pat]") })
    }

    @Test(arguments: [
        #""lists":{"dogs":[{"shuffle":7}]}"#, #""elements":[{"fold":["dogs"]}]"#,
        #""lists":{"dogs":[{"remove":["1"]},{"shuffle":7}]}"#, #""charts":{"c":{"values":[1]}}"#,
    ]) func `the source requests the whole frame after an unknown edit`(edit: String) async throws {
        let next = Self.screen.replacing("2040", with: "2041")
        let (shown, asked) = try await watch(
            answering: ScriptedServer.events(frame(2), patch(#""title":"Patched""#, from: 2), patch(edit, from: 3)),
            ScriptedServer.events(frame(4, next), closed), ScriptedServer.unknownSession)
        #expect(titles(shown) == ["First", "Kennel of 2040", "Patched", "Kennel of 2041"])
        #expect(asked.map { $0.lowercased().contains("last-event-id") } == [true, false, false])
        #expect(!shown.contains { if case .connection(.lost) = $0 { true } else { false } })
    }

    @Test func `the source ignores unknown members and values in a patch`() async throws {
        let (shown, asked) = try await watch(
            answering: ScriptedServer.events(
                frame(2),
                patch(
                    #""title":"Patched","tone":"gold","lists":{"dogs":[{"set":"1","tone":"gold","shine":2}]}"#,
                    from: 2),
                closed), ScriptedServer.unknownSession)
        #expect(titles(shown) == ["First", "Kennel of 2040", "Patched"])
        #expect(asked.filter { $0.contains("/events") }.count == 1)
    }
}

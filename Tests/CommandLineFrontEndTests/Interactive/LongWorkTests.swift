import CommandLineFrontEnd
import FeatureKit
import Foundation
import TerminalKit
import Testing

@Suite("Work that takes long", .timeLimit(.minutes(5)))
struct LongWorkTests {
    /// Returns a running call.
    ///
    /// - Throws: `DecodingError` if a member is malformed.
    private func call(_ id: String, _ members: String = "") throws -> RunningWork {
        let json = #"{"id":"\#(id)","action":"reindex","title":"Reindex"\#(members)}"#
        return try JSONDecoder().decode(RunningWork.self, from: Data(json.utf8))
    }

    private func cancelled(_ viewing: Viewing) -> [String] {
        viewing.effects.compactMap { if case .cancel(_, let work) = $0 { work } else { nil } }
    }

    @Test("The title line says the progress, and the rule below it shows it")
    func progress() throws {
        var viewing = Viewing.ofDogs()
        viewing.take(.source(page: 0, .work([try call("1", #","fraction":0.25,"message":"1 of 4""#)])))
        #expect(viewing.lines[0].hasSuffix("Reindex 25 % · 1 of 4"))
        #expect(viewing.lines[1].count { $0 == "━" } == 20)
        viewing.take(.source(page: 0, .work([])))
        #expect(viewing.lines[0].hasSuffix("● live"))
        #expect(!viewing.lines[1].contains("━"))
    }

    @Test("Several calls are counted, and a narrow title has room for the name")
    func several() throws {
        var viewing = Viewing.ofDogs()
        let long = try call("1", #","message":"a message that is much too long for half of the line""#)
        viewing.take(.source(page: 0, .work([long, try call("2", #","message":"Waiting","queued":true"#)])))
        #expect(viewing.lines[0].hasSuffix(" Reindex"))
        viewing.take(.source(page: 0, .work([try call("1"), try call("2", #","queued":true"#)])))
        #expect(viewing.lines[0].hasSuffix("Reindex (+1)"))
    }

    @Test("Ctrl-C cancels the newest call that can be cancelled, and leaves if there is none")
    func cancel() throws {
        var viewing = Viewing.ofDogs()
        let work = [
            try call("1", #","cancellable":true"#), try call("2", #","cancellable":true"#), try call("3"),
        ]
        viewing.take(.source(page: 0, .work(work)))
        #expect(viewing.lines.last?.contains("^C cancel Reindex") == true)
        viewing.press(.control("c"))
        #expect(cancelled(viewing) == ["2"])
        #expect(!viewing.hasLeft)
        viewing.take(.source(page: 0, .work([try call("3")])))
        #expect(viewing.lines.last?.contains("^C") == false)
        viewing.press(.control("c"))
        #expect(cancelled(viewing) == ["2"])
        #expect(viewing.hasLeft)
    }

    @Test("A cancelled call is no failure")
    func end() {
        var viewing = Viewing.ofDogs()
        viewing.type("r")
        viewing.end(viewing.lastCall, FeatureError(.cancelled, "'refresh' was cancelled"))
        #expect(!viewing.text.contains("cancelled"))
    }
}

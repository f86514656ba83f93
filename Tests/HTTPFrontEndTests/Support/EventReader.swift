import FeatureKit
import Foundation
import Testing

/// An event stream client that applies the received frames and patches.
struct EventReader {
    /// One received event.
    struct Event {
        var name = ""
        var id: Int?
        var data = ""
    }

    /// The current frame.
    private(set) var frame: Frame?
    /// The number of received frames and the number of received patches, over all connections.
    private(set) var frames = 0
    private(set) var patches = 0

    var revision: Int? { frame?.revision }

    /// Requests a session's stream, starting after the revision of the client's frame.
    func ask(_ wire: inout Wire, for session: String, query: String = "?vocabulary=\(Screen.vocabulary)") async throws {
        let known = revision.map { ["Last-Event-ID: \($0)"] } ?? []
        let lines = ["GET /api/sessions/\(session)/events\(query) HTTP/1.1", "Host: localhost"] + known + ["", ""]
        try await wire.send(lines.joined(separator: "\r\n"))
        #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
    }

    /// Reads an event and applies it; `nil` at the end of the stream.
    mutating func next(_ wire: inout Wire) async throws -> Event? {
        // The length of a chunk may precede the event.
        guard let text = try await wire.readEvent() else { return nil }
        var event = Event()
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
            if line.hasPrefix("id: ") { event.id = Int(line.dropFirst(4).prefix { $0 != "-" }) }
            if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
        }
        let decoder = JSONDecoder()
        switch event.name {
        case "frame":
            frames += 1
            frame = try decoder.decode(Frame.self, from: Data(event.data.utf8))
            #expect(event.id == revision)
        case "patch":
            patches += 1
            let patch = try decoder.decode(ScreenPatch.self, from: Data(event.data.utf8))
            frame = try #require(frame).applying(patch)
            #expect(event.id == revision)
        default: break
        }
        return event
    }
}

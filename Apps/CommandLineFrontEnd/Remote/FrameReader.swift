import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps what a session shows up to date, by the frames and the patches of its event stream.
struct FrameReader {
    /// An event does not fit what is known, or is none that this program understands.
    struct Mismatch: Error {
        /// Whether the one before it did not either.
        let isRepeated: Bool
    }

    let session: String
    private var frame: Frame?
    private var hasFailed = false

    /// Creates a reader for a session of which a frame is known.
    init(session: String, frame: Frame) {
        (self.session, self.frame) = (session, frame)
    }

    /// The revision to go on from; `nil` for none, so that a whole frame comes.
    var known: Int? { frame?.revision }

    /// Forgets what is known.
    mutating func forget() {
        frame = nil
        hasFailed = true
    }

    /// Reads an event; `nil` if there is nothing in it to show.
    mutating func read(_ event: ServerEvent) throws(Mismatch) -> SourceEvent? {
        do {
            let new: Frame
            switch event.name {
            case "frame": new = try decode(Frame.self, event)
            case "patch":
                guard let frame else { throw Mismatch(isRepeated: hasFailed) }
                new = try frame.applying(decode(ScreenPatch.self, event))
            case "notice": return .notice(try decode(Notice.self, event))
            default: return nil
            }
            guard new.session == session else { throw Mismatch(isRepeated: hasFailed) }
            (frame, hasFailed) = (new, false)
            return .frame(new)
        } catch { throw Mismatch(isRepeated: hasFailed) }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ event: ServerEvent) throws -> Value {
        // A server may be anybody's.
        guard StreamSafeText.containsTexts(ofJSON: event.data) else { throw Mismatch(isRepeated: hasFailed) }
        return try JSONDecoder().decode(type, from: Data(event.data))
    }
}

import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps a session's frame current from the frames and patches of its event stream.
struct FrameReader {
    /// An event does not fit the current frame, or cannot be read.
    struct Mismatch: Error {
        /// Whether the previous event did not fit either.
        let isRepeated: Bool
        /// Whether it is a patch that this program cannot read.
        var isUnknownEdit = false
    }

    let session: String
    private var frame: Frame?
    private var hasFailed = false

    /// Creates a reader with the current frame of a session.
    init(session: String, frame: Frame) {
        (self.session, self.frame) = (session, frame)
    }

    /// The current revision; `nil` asks for a whole frame.
    var known: Int? { frame?.revision }

    /// Forgets the current frame.
    mutating func forget() {
        frame = nil
        hasFailed = true
    }

    /// Reads an event; `nil` if it shows nothing.
    mutating func read(_ event: ServerEvent) throws(Mismatch) -> SourceEvent? {
        do {
            let new: Frame
            switch event.name {
            case "frame": new = try decode(Frame.self, event)
            case "patch":
                guard let frame else { throw Mismatch(isRepeated: hasFailed) }
                let patch: ScreenPatch
                do { patch = try decode(ScreenPatch.self, event) } catch {
                    throw Mismatch(isRepeated: hasFailed, isUnknownEdit: true)
                }
                new = try frame.applying(patch)
            case "notice": return .notice(try decode(Notice.self, event))
            default: return nil
            }
            guard new.session == session else { throw Mismatch(isRepeated: hasFailed) }
            (frame, hasFailed) = (new, false)
            return .frame(new)
        } catch let error as Mismatch {
            throw error
        } catch { throw Mismatch(isRepeated: hasFailed) }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ event: ServerEvent) throws -> Value {
        // The server is not trusted.
        guard StreamSafeText.containsTexts(ofJSON: event.data) else { throw Mismatch(isRepeated: hasFailed) }
        return try JSONDecoder().decode(type, from: Data(event.data))
    }
}

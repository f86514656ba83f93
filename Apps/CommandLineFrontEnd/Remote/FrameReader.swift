import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the frame of a session current by applying the frames and patches of its event stream.
struct FrameReader {
    /// The error for an event that cannot be applied to the current frame or cannot be parsed.
    struct Mismatch: Error {
        /// Whether the previous event caused this error too.
        let isRepeated: Bool
        /// Whether the event is a patch with an edit that this program does not know.
        var isUnknownEdit = false
    }

    let session: String
    private var frame: Frame?
    /// The id of the event with the current frame, or the revision if there was none.
    private var id: String
    private var hasFailed = false

    /// Creates a reader that starts with the current frame of a session.
    init(session: String, frame: Frame) {
        (self.session, self.frame, id) = (session, frame, "\(frame.revision)")
    }

    /// What the server calls the current frame.
    ///
    /// If it is `nil`, the client requests a whole frame.
    var known: String? { frame == nil ? nil : id }

    /// Discards the current frame.
    mutating func forget() {
        frame = nil
        hasFailed = true
    }

    /// Applies an event to the frame.
    ///
    /// Returns `nil` for an event of another kind.
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
            case "work": return .work(try decode([RunningWork].self, event))
            case "viewers": return .viewers(try decode(ViewerCount.self, event).count)
            default: return nil
            }
            guard new.session == session else { throw Mismatch(isRepeated: hasFailed) }
            (frame, hasFailed) = (new, false)
            id = event.fieldID ?? "\(new.revision)"
            return .frame(new)
        } catch let error as Mismatch {
            throw error
        } catch { throw Mismatch(isRepeated: hasFailed) }
    }

    /// The data of the event `viewers`.
    private struct ViewerCount: Decodable {
        let count: Int
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ event: ServerEvent) throws -> Value {
        // The server is not trusted, so validate its texts.
        guard StreamSafeText.containsTexts(ofJSON: event.data) else { throw Mismatch(isRepeated: hasFailed) }
        return try JSONDecoder().decode(type, from: Data(event.data))
    }
}

extension ServerEvent {
    /// The id, if a header field can contain it.
    fileprivate var fieldID: String? {
        guard let id, (1...200).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return id
    }
}

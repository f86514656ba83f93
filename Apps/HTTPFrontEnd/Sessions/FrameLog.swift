import FeatureKit
import Interaction
import NIOCore
import Synchronization

/// The newest frame that the streams of one session have sent to people with the same rights, and the most recent
/// patches up to this frame.
///
/// The first stream that needs a patch encodes it, and all other streams share it. An encoded frame is cached only when
/// a second stream starts with it, because most sessions have one stream. A reconnected stream continues with the
/// patches that it missed, or with a frame if the log no longer has all of these patches.
final class FrameLog: Sendable {
    /// The maximum number of patches.
    static let patchesLimit = 64
    /// The maximum size of all patches together, in bytes.
    ///
    /// A client that needs more patches gets a frame instead, because a frame is then faster.
    static let bytesLimit = 32 << 10

    /// The events that bring a client to the newest frame.
    struct Events: Sendable {
        /// The events; empty if the client has the newest frame.
        var bytes = ByteBuffer()
        /// Whether the events are a whole frame.
        var isFrame = false
        /// The revision that the client has afterwards.
        let revision: Int
    }

    fileprivate struct Patch {
        let from: Int
        let event: ByteBuffer
    }

    fileprivate struct State {
        var newest: Frame?
        /// The newest frame as an encoded event; `nil` until a second stream needs it.
        var event: ByteBuffer?
        var wasAsked = false
        var patches: [Patch] = []
        var size = 0
    }

    private let state = Mutex(State())
    /// What the people of the streams may do.
    let rights: Rights

    /// Creates an empty log.
    init(for rights: Rights) { self.rights = rights }

    /// Returns the events that bring a client to the newest frame.
    ///
    /// - Parameters:
    ///   - known: The revision that the client has; `nil` if it has no frame.
    ///   - frame: The frame that the stream has received. Another stream may have received a newer frame.
    ///   - encoder: Encodes the events; all streams of a log use the same kind of encoder.
    func events(after known: Int?, showing frame: Frame, by encoder: some FrameEncoder) -> Events {
        state.withLock { state in
            let newest = state.advance(to: frame, for: rights, by: encoder)
            if known == newest.revision { return Events(revision: newest.revision) }
            if let start = state.patches.firstIndex(where: { $0.from == known }) {
                if start == state.patches.count - 1 {
                    return Events(bytes: state.patches[start].event, revision: newest.revision)
                }
                var events = ByteBuffer()
                for patch in state.patches[start...] { events.writeImmutableBuffer(patch.event) }
                return Events(bytes: events, revision: newest.revision)
            }
            let event = state.event ?? encoder.frame(newest, id: rights.version(at: newest.revision))
            if state.wasAsked { state.event = event }
            state.wasAsked = true
            return Events(bytes: event, isFrame: true, revision: newest.revision)
        }
    }

    /// Returns whether the events of a frame are encoded already.
    func hasEvents(after known: Int?, showing frame: Frame) -> Bool {
        state.withLock { state in
            guard let newest = state.newest, newest.revision >= frame.revision else { return false }
            return known == newest.revision || state.event != nil || state.patches.contains { $0.from == known }
        }
    }

    /// Records a frame that a client got in a page or in an answer, so that the client's stream can continue after it.
    func note(_ frame: Frame, by encoder: some FrameEncoder) {
        state.withLock { _ = $0.advance(to: frame, for: rights, by: encoder) }
    }
}

extension FrameLog.State {
    /// Stores a frame if it is newer than the stored frame, and returns the newest frame.
    fileprivate mutating func advance(to frame: Frame, for rights: Rights, by encoder: some FrameEncoder) -> Frame {
        if let newest, newest.revision >= frame.revision { return newest }
        let frame = rights.shown(frame)
        if let newest {
            let id = rights.version(at: frame.revision)
            add(encoder.patch(from: newest, to: frame, id: id), from: newest.revision)
        }
        (newest, event, wasAsked) = (frame, nil, false)
        return frame
    }

    private mutating func add(_ event: ByteBuffer?, from revision: Int) {
        guard let event, event.readableBytes <= FrameLog.bytesLimit else {
            // Without this patch, the earlier patches no longer lead to the newest revision, so they are removed.
            (patches, size) = ([], 0)
            return
        }
        patches.append(FrameLog.Patch(from: revision, event: event))
        size += event.readableBytes
        while patches.count > FrameLog.patchesLimit || size > FrameLog.bytesLimit {
            size -= patches.removeFirst().event.readableBytes
        }
    }
}

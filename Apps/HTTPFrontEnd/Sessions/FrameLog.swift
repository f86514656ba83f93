import FeatureKit
import NIOCore
import Synchronization

/// The newest frame that streams of one session have sent, and the last patches that led to it.
///
/// The first stream that needs a patch encodes it, and all others share it. A frame is kept encoded only when a second
/// stream begins with it, because most sessions have one stream. A stream that was cut continues with the patches that
/// it missed, or with a frame if the log no longer has them all.
final class FrameLog: Sendable {
    /// The maximum number of patches.
    static let patchesLimit = 64
    /// The maximum size of all patches.
    ///
    /// A client that is further behind is served faster with a frame.
    static let bytesLimit = 32 << 10

    fileprivate struct Patch {
        let from: Int
        let event: ByteBuffer
    }

    fileprivate struct State {
        var newest: Frame?
        /// The newest frame as an event, once a second stream has asked for it.
        var event: ByteBuffer?
        var wasAsked = false
        var patches: [Patch] = []
        var size = 0
    }

    private let state = Mutex(State())

    /// Returns the events that bring a client to the newest frame.
    ///
    /// - Parameters:
    ///   - known: The revision that the client has; `nil` for none.
    ///   - frame: The frame that the stream has received. Another stream may have received a newer one.
    ///   - encoder: Encodes the events; the same kind for all streams of a log.
    /// - Returns: The events in one buffer (empty if the client is current), whether they are a frame, and the revision
    ///   that the client then has.
    func events(
        after known: Int?, showing frame: Frame, by encoder: some FrameEncoder
    ) -> (events: ByteBuffer, isFrame: Bool, revision: Int) {
        state.withLock { state in
            let newest = state.advance(to: frame, by: encoder)
            if known == newest.revision { return (ByteBuffer(), false, newest.revision) }
            if let start = state.patches.firstIndex(where: { $0.from == known }) {
                if start == state.patches.count - 1 { return (state.patches[start].event, false, newest.revision) }
                var events = ByteBuffer()
                for patch in state.patches[start...] { events.writeImmutableBuffer(patch.event) }
                return (events, false, newest.revision)
            }
            let event = state.event ?? encoder.frame(newest)
            if state.wasAsked { state.event = event }
            state.wasAsked = true
            return (event, true, newest.revision)
        }
    }

    /// Notes a frame that a client got in a page or an answer, so that its stream can continue from there.
    func note(_ frame: Frame, by encoder: some FrameEncoder) {
        state.withLock { _ = $0.advance(to: frame, by: encoder) }
    }
}

extension FrameLog.State {
    /// Stores a frame if it is newer, and returns the newest.
    fileprivate mutating func advance(to frame: Frame, by encoder: some FrameEncoder) -> Frame {
        if let newest, newest.revision >= frame.revision { return newest }
        if let newest { add(encoder.patch(from: newest, to: frame), from: newest.revision) }
        (newest, event, wasAsked) = (frame, nil, false)
        return frame
    }

    private mutating func add(_ event: ByteBuffer?, from revision: Int) {
        guard let event, event.readableBytes <= FrameLog.bytesLimit else {
            // Patches before a gap lead to no later revision, so they are dropped.
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

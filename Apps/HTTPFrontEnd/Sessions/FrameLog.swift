import FeatureKit
import NIOCore
import Synchronization

/// What streams have said of one session: the newest frame, and the last patches that led to it.
///
/// A patch is encoded once, by the first stream that needs it, and shared by all. So is a frame, from the second stream on
/// that begins with it: most sessions have one, which needs the memory no more. A stream that was cut goes on with the
/// patches it lacks, as long as the log still has them; further behind, it begins again with a frame.
final class FrameLog: Sendable {
    /// How many patches are kept.
    static let patchesLimit = 64
    /// How many bytes of patches are kept; a frame costs less than to catch up by more than that.
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

    /// Returns the events that lead from what a client knows to the newest frame.
    ///
    /// - Parameters:
    ///   - known: The revision that the client shows; `nil` for none.
    ///   - frame: The frame that the stream is to show; another may have shown a newer one.
    ///   - encoder: How to say it, the same for all streams of a log.
    /// - Returns: The events in one piece, empty if the client knows it all, whether they are a frame, and the revision that
    ///   they lead to.
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

    /// Notes that a client has been shown a frame by other means, from which a stream may go on.
    func note(_ frame: Frame, by encoder: some FrameEncoder) {
        state.withLock { _ = $0.advance(to: frame, by: encoder) }
    }
}

extension FrameLog.State {
    /// Takes a frame in, if it is newer, and returns the newest.
    fileprivate mutating func advance(to frame: Frame, by encoder: some FrameEncoder) -> Frame {
        if let newest, newest.revision >= frame.revision { return newest }
        if let newest { add(encoder.patch(from: newest, to: frame), from: newest.revision) }
        (newest, event, wasAsked) = (frame, nil, false)
        return frame
    }

    private mutating func add(_ event: ByteBuffer?, from revision: Int) {
        guard let event, event.readableBytes <= FrameLog.bytesLimit else {
            // A chain with a gap leads nowhere.
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

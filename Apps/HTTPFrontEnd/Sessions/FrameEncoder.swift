import FeatureKit
import NIOCore

/// How a stream says what a session shows, as server-sent events (HTML Standard, 9.2).
protocol FrameEncoder: Sendable {
    /// Says a whole frame: `event: frame`.
    func frame(_ frame: Frame) -> ByteBuffer

    /// Says what leads from one frame to another: `event: patch`; `nil` if only a whole frame does.
    func patch(from old: Frame, to new: Frame) -> ByteBuffer?

    /// Says a notice: `event: notice`.
    func notice(_ notice: Notice) -> ByteBuffer
}

extension FrameEncoder {
    /// Makes an event of one line of data.
    ///
    /// - Parameters:
    ///   - name: The event's type.
    ///   - id: What a client sends as `Last-Event-ID` to go on from here; `nil` to leave the last one.
    ///   - data: JSON in UTF-8, without a line's end.
    func event(_ name: StaticString, id: Int? = nil, _ data: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(data.count + 48)
        buffer.writeStaticString("event: ")
        buffer.writeStaticString(name)
        if let id { buffer.writeString("\nid: \(id)") }
        buffer.writeStaticString("\ndata: ")
        buffer.writeBytes(data)
        buffer.writeStaticString("\n\n")
        return buffer
    }
}

/// Says it to programs: frames and patches in the wire format of screens.
struct ScreenEncoder: FrameEncoder {
    func frame(_ frame: Frame) -> ByteBuffer {
        event("frame", id: frame.revision, frame.json)
    }

    func patch(from old: Frame, to new: Frame) -> ByteBuffer? {
        ScreenPatch(from: old, to: new).map { event("patch", id: new.revision, $0.json) }
    }

    func notice(_ notice: Notice) -> ByteBuffer {
        event("notice", notice.json)
    }
}

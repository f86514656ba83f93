import FeatureKit
import NIOCore

/// Encodes a session's frames and notices as server-sent events (HTML Standard, 9.2).
protocol FrameEncoder: Sendable {
    /// Encodes a whole frame as `event: frame`.
    ///
    /// - Parameter id: The event's id.
    func frame(_ frame: Frame, id: String) -> ByteBuffer

    /// Encodes the difference between two frames as `event: patch`; `nil` if the client needs the whole new frame.
    ///
    /// - Parameter id: The event's id.
    func patch(from old: Frame, to new: Frame, id: String) -> ByteBuffer?

    /// Encodes a notice as `event: notice`.
    func notice(_ notice: Notice) -> ByteBuffer

    /// Encodes the running calls of a session as `event: work`.
    func work(_ work: [RunningWork]) -> ByteBuffer
}

extension FrameEncoder {
    /// Encodes the number of a session's open streams as `event: viewers`.
    func viewers(_ number: Int) -> ByteBuffer {
        event("viewers", Array("{\"count\":\(number)}".utf8))
    }

    /// Makes an event with one line of data.
    ///
    /// - Parameters:
    ///   - name: The event's type.
    ///   - id: The event's id. A reconnecting client sends it as `Last-Event-ID`. `nil` keeps the previous id.
    ///   - data: JSON in UTF-8 without a line break.
    func event(_ name: StaticString, id: String? = nil, _ data: [UInt8]) -> ByteBuffer {
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

/// Encodes frames and patches for API clients, in the wire format of screens.
struct ScreenEncoder: FrameEncoder {
    func frame(_ frame: Frame, id: String) -> ByteBuffer {
        event("frame", id: id, frame.json)
    }

    func patch(from old: Frame, to new: Frame, id: String) -> ByteBuffer? {
        ScreenPatch(from: old, to: new).map { event("patch", id: id, $0.json) }
    }

    func notice(_ notice: Notice) -> ByteBuffer {
        event("notice", notice.json)
    }

    func work(_ work: [RunningWork]) -> ByteBuffer {
        var writer = JSONWriter(capacity: 128)
        writer.array(work) { $0.work($1) }
        return event("work", writer.bytes)
    }
}

/// Encodes only whole frames, for API clients that do not know the vocabulary of this version's patches.
struct WholeFrameEncoder: FrameEncoder {
    func frame(_ frame: Frame, id: String) -> ByteBuffer { ScreenEncoder().frame(frame, id: id) }

    func patch(from old: Frame, to new: Frame, id: String) -> ByteBuffer? { nil }

    func notice(_ notice: Notice) -> ByteBuffer { ScreenEncoder().notice(notice) }

    func work(_ work: [RunningWork]) -> ByteBuffer { ScreenEncoder().work(work) }
}

/// Parses a stream of server-sent events (HTML Standard, 9.2.6).
///
/// The bytes can arrive in chunks of any size.
package struct EventParser: Sendable {
    /// The error for an event that exceeds the size limit.
    package struct TooLarge: Error, Hashable {
        /// The size limit of an event in bytes.
        package let limit: Int
    }

    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let limit: Int
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var followsCarriageReturn = false
    private var name = ""
    private var data: [UInt8]?
    private var id: String?

    /// Creates a parser for the beginning of a stream.
    ///
    /// - Parameter limit: The maximum size of an event in bytes, so that an endless event cannot exhaust the memory.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Parses the next bytes and returns the events that they complete.
    package mutating func parse(_ bytes: some Sequence<UInt8>) throws(TooLarge) -> [ServerEvent] {
        var events: [ServerEvent] = []
        var rest = Array(bytes)[...]
        if followsCarriageReturn, let first = rest.first {
            followsCarriageReturn = false
            if first == Self.lineFeed { rest.removeFirst() }
        }
        while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
            try append(rest[..<end])
            let isReturn = rest[end] == Self.carriageReturn
            rest = rest[(end + 1)...]
            if isReturn {
                // A carriage return ends the line at once. If the next byte is a line feed, it belongs to the same line
                // end.
                if rest.isEmpty { followsCarriageReturn = true }
                if rest.first == Self.lineFeed { rest.removeFirst() }
            }
            if let event = endLine() { events.append(event) }
        }
        try append(rest)
        return events
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(TooLarge) {
        guard line.count + (data?.count ?? 0) + bytes.count <= limit else { throw TooLarge(limit: limit) }
        line += bytes
    }

    /// Handles a complete line.
    ///
    /// Returns the event if the line is empty, because an empty line ends an event.
    private mutating func endLine() -> ServerEvent? {
        defer { line.removeAll(keepingCapacity: line.count < 1 << 16) }
        if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        isFirstLine = false
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        // A line that begins with a colon has an empty field name and is a comment.
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            // Append in place. Appending to a copy would copy the whole event for each of its lines.
            if data == nil { data = [] } else { data?.append(Self.lineFeed) }
            data?.append(contentsOf: value)
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerEvent? {
        defer { (name, data) = ("", nil) }
        return data.map { ServerEvent(name: name.isEmpty ? "message" : name, data: $0, id: id) }
    }
}

/// One server-sent event (HTML Standard, 9.2).
package struct ServerEvent: Sendable, Hashable {
    /// The event type, which is `message` by default.
    package var name: String
    /// The data lines, joined with line feeds.
    package var data: [UInt8]
    /// The last event id of the stream so far; `nil` if the stream has sent no id.
    package var id: String?

    /// Creates an event.
    package init(name: String = "message", data: [UInt8], id: String? = nil) {
        (self.name, self.data, self.id) = (name, data, id)
    }
}

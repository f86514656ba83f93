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

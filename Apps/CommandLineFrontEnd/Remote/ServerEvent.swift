/// One server-sent event (HTML Standard, 9.2).
package struct ServerEvent: Sendable, Hashable {
    /// Its type; `message` where the server says none.
    package var name: String
    /// What it carries: its lines of data with a line feed between them.
    package var data: [UInt8]
    /// The last id that the server has given by then; `nil` if it has given none.
    package var id: String?

    /// Creates an event.
    package init(name: String = "message", data: [UInt8], id: String? = nil) {
        (self.name, self.data, self.id) = (name, data, id)
    }
}

import Testing

extension Wire {
    /// Sends a request on a new connection from an address of this machine.
    ///
    /// - Parameters:
    ///   - line: The method and the path.
    ///   - port: The port of the host.
    ///   - address: The client's address, one of 127.0.0.0/8.
    ///   - fields: Further lines of the header.
    ///   - body: The body and its type; `nil` without one.
    /// - Returns: The head of the response.
    static func ask(
        _ line: String, on port: Int, from address: String = "127.0.0.1", _ fields: [String] = [],
        body: (type: String, text: String)? = nil
    ) async throws -> String {
        try await connected(to: port, from: address) { wire in
            let content = body.map { ["Content-Type: \($0.type)", "Content-Length: \($0.text.utf8.count)"] } ?? []
            let lines = ["\(line) HTTP/1.1", "Host: localhost"] + fields + content + ["", body?.text ?? ""]
            try await wire.send(lines.joined(separator: "\r\n"))
            return try #require(await wire.readHead())
        }
    }

    /// Opens a session of the kennel from an address, and returns its id; `nil` if the host has no room for it.
    static func openKennel(on port: Int, from address: String, _ fields: [String] = []) async throws -> String? {
        let head = try await ask(
            "POST /api/sessions", on: port, from: address, fields,
            body: ("application/json", #"{"feature": "kennel"}"#))
        guard head.hasPrefix("HTTP/1.1 201") else {
            #expect(head.hasPrefix("HTTP/1.1 503") && head.contains("Retry-After: 60\r\n"), "\(head)")
            return nil
        }
        return String(try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/)).1)
    }

    /// Returns whether a session is running.
    static func isRunning(_ id: String, on port: Int, _ fields: [String] = []) async throws -> Bool {
        try await ask("GET /api/sessions/\(id)", on: port, fields).hasPrefix("HTTP/1.1 200")
    }
}

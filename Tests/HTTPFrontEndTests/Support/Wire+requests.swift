import Testing

extension Wire {
    /// Opens a session on a new connection and returns its id.
    static func open(_ feature: String, on port: Int) async throws -> String {
        let head = try await post(port, "/api/sessions", "{\"feature\":\"\(feature)\"}")
        return String(try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/)).1)
    }

    /// Sends JSON on a new connection and returns the head of the response.
    @discardableResult
    static func post(_ port: Int, _ path: String, _ json: String = "{}") async throws -> String {
        try await connected(to: port) { wire in
            try await wire.send(
                "POST \(path) HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                "Content-Length: \(json.utf8.count)")
            try await wire.send(json)
            let head = try #require(await wire.readHead())
            #expect(head.hasPrefix("HTTP/1.1 20"))
            return head
        }
    }

    /// Reads the next event of a stream, except the number of viewers; `nil` if the connection ends first.
    ///
    /// The length of a chunk may precede the event.
    mutating func readEvent() async throws -> String? {
        while let text = try await read(through: "\n\n") {
            if !text.contains("event: viewers\n") { return text }
        }
        return nil
    }

    /// Reads one response; `nil` if the connection ends first.
    ///
    /// - Parameter hasBody: Whether to read the body too. The body of a stream is not read, because the stream is the
    ///   last response of its connection.
    mutating func readAnswer(hasBody: Bool) async throws -> (status: Int, isLast: Bool)? {
        var text = try await readHead()
        if text?.hasPrefix("HTTP/1.1 100") == true { text = try await readHead() }
        guard let head = text, let status = Int(head.dropFirst("HTTP/1.1 ".count).prefix(3)) else { return nil }
        let length = head.firstMatch(of: /[Cc]ontent-[Ll]ength: ([0-9]+)/).flatMap { Int($0.1) }
        if hasBody, status != 304, let length { try await skip(length) }
        let isLast = (length == nil && status != 204 && status != 304) || head.contains(/[Cc]onnection: close/)
        return (status, isLast)
    }
}

import Testing

extension Wire {
    /// Opens a session on a connection of its own and returns its id.
    static func open(_ feature: String, on port: Int) async throws -> String {
        let head = try await post(port, "/api/sessions", "{\"feature\":\"\(feature)\"}")
        return String(try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/)).1)
    }

    /// Sends JSON on a connection of its own and returns the head of the answer.
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
}

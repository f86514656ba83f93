import FeatureTesting
import HTTPFrontEnd
import Testing

/// Request bodies take no more memory than the host reserves for them.
@Suite(.timeLimit(.minutes(5))) struct BodyMemoryTests {
    private static let mebibyte = 1 << 20
    private static let part = String(repeating: " ", count: mebibyte - 1)

    private func head(_ length: Int, _ fields: String...) -> String {
        ([
            "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Content-Length: \(length)",
        ] + fields + ["", ""]).joined(separator: "\r\n")
    }

    @Test func `a body beyond the limit is 503 until another request has ended`() async throws {
        try await LiveHost.run(change: { $0.bodyMemory = 2 * BodyMemoryTests.mebibyte }) { _, port, _ in
            let answer = try await withThrowingTaskGroup(of: String?.self) { group in
                // One of the two exceeds the three quarters of their address.
                for _ in 0..<2 {
                    group.addTask {
                        try await Wire.connected(to: port) { wire in
                            try await wire.send(head(BodyMemoryTests.mebibyte) + BodyMemoryTests.part)
                            return try await wire.readHead()
                        }
                    }
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            let text = try #require(answer)
            #expect(text.hasPrefix("HTTP/1.1 503"))
            #expect(text.contains("Retry-After: 5\r\n"))
            // Both have ended and returned their memory.
            try await eventually { try await status(port) != "503" }
            #expect(try await status(port) == "400")
        }
    }

    /// Sends a body of a mebibyte and returns the answer's status.
    private func status(_ port: Int) async throws -> String {
        try await Wire.connected(to: port) { wire in
            try await wire.send(head(BodyMemoryTests.mebibyte) + BodyMemoryTests.part + "}")
            let line = try #require(await wire.readHead())
            return String(line.dropFirst("HTTP/1.1 ".count).prefix(3))
        }
    }

    @Test func `the body of a client that is not let in takes no memory`() async throws {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.bodyMemory = 2 * BodyMemoryTests.mebibyte
            $0.token = "0123456789abcdef"
        }
        try await LiveHost.run(change: change) { _, port, _ in
            var wires = 0
            // Each has sent an incomplete body, and waits.
            func connect() async throws {
                try await Wire.connected(to: port) { wire in
                    try await wire.send(head(BodyMemoryTests.mebibyte) + BodyMemoryTests.part)
                    #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 401") == true)
                    wires += 1
                    if wires < 4 { try await connect() }
                }
            }
            try await connect()
        }
    }
}

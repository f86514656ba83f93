import FeatureTesting
import HTTPFrontEnd
import Testing

/// Tests that request bodies use no more memory than the host reserves for them.
@Suite(.timeLimit(.minutes(5))) struct BodyMemoryTests {
    private static let mebibyte = 1 << 20
    private static let part = String(repeating: " ", count: mebibyte - 1)

    private func head(_ length: Int, _ fields: String...) -> String {
        ([
            "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Content-Length: \(length)",
        ] + fields + ["", ""]).joined(separator: "\r\n")
    }

    @Test func `A body beyond the memory limit gets 503 until another request has ended`() async throws {
        try await LiveHost.run(change: { $0.bodyMemory = 2 * BodyMemoryTests.mebibyte }) { _, port, _ in
            let answer = try await withThrowingTaskGroup(of: String?.self) { group in
                // Both bodies together exceed the address's share of three quarters, so one body is refused.
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
            // Both requests have ended and released their memory.
            try await eventually { try await status(port) != "503" }
            #expect(try await status(port) == "400")
        }
    }

    /// Sends a body of one mebibyte and returns the status of the response.
    private func status(_ port: Int) async throws -> String {
        try await Wire.connected(to: port) { wire in
            try await wire.send(head(BodyMemoryTests.mebibyte) + BodyMemoryTests.part + "}")
            let line = try #require(await wire.readHead())
            return String(line.dropFirst("HTTP/1.1 ".count).prefix(3))
        }
    }

    @Test func `The body of a client without a token does not count against the memory limit`() async throws {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.bodyMemory = 2 * BodyMemoryTests.mebibyte
            $0.token = "0123456789abcdef"
        }
        try await LiveHost.run(change: change) { _, port, _ in
            var wires = 0
            // Each client has sent an incomplete body, and waits.
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

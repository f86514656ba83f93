import FeatureTesting
import HTTPFrontEnd
import Testing

/// Tests special parts of HTTP/1.1: 100 Continue, pipelining and transfer codings.
@Suite(.timeLimit(.minutes(5))) struct WireRulesTests {
    private static let body = #"{"feature": "kennel"}"#

    /// Sends lines and then a body, and returns the head of the response.
    private func ask(_ lines: String..., body: String = "") async throws -> String? {
        var head: String?
        try await LiveHost.run { _, port, _ in
            head = try await Wire.connected(to: port) { wire in
                let start = ["POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
                try await wire.send((start + lines + ["", ""]).joined(separator: "\r\n") + body)
                return try await wire.readHead()
            }
        }
        return head
    }

    @Test(arguments: ["100-continue", "100-Continue"])
    func `A client that waits for 100 Continue gets it`(expectation: String) async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Content-Length: \(WireRulesTests.body.utf8.count)", "Expect: \(expectation)")
                #expect(try await wire.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
                try await wire.send(WireRulesTests.body)
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 201") == true)
            }
        }
    }

    @Test func `A client that announces an oversized body gets a refusal instead of 100 Continue`() async throws {
        let head = try await ask("Content-Length: 2000000", "Expect: 100-continue")
        #expect(head?.hasPrefix("HTTP/1.1 413") == true)
    }

    @Test func `An unknown expectation is answered with 417`() async throws {
        let head = try await ask("Content-Length: 0", "Expect: a-miracle")
        #expect(head?.hasPrefix("HTTP/1.1 417") == true)
    }

    @Test func `The refusal of a request waits for the previous answer`() async throws {
        let latch = Latch()
        try await LiveHost.run([KennelFeature(latch: latch)]) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/features/kennel/actions/nap HTTP/1.1", "Host: localhost", "",
                    "GET /livez HTTP/1.1", "Host: localhost", "Expect: a-miracle")
                await latch.arrival()
                latch.open()
                #expect(try await wire.readAnswer(hasBody: true)?.status == 200)
                #expect(try await wire.readToEnd().hasPrefix("HTTP/1.1 417"))
            }
        }
    }

    @Test func `A client that waits for 100 Continue gets it after the previous answer`() async throws {
        let latch = Latch()
        try await LiveHost.run([KennelFeature(latch: latch)]) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/features/kennel/actions/nap HTTP/1.1", "Host: localhost", "",
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Content-Length: \(WireRulesTests.body.utf8.count)", "Expect: 100-continue")
                await latch.arrival()
                latch.open()
                #expect(try await wire.readAnswer(hasBody: true)?.status == 200)
                #expect(try await wire.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
                try await wire.send(WireRulesTests.body)
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 201") == true)
            }
        }
    }

    @Test func `A connection sends nothing after its last answer`() async throws {
        let latch = Latch()
        try await LiveHost.run([KennelFeature(latch: latch)]) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/features/kennel/actions/nap HTTP/1.1", "Host: localhost", "Connection: close", "",
                    "GET /livez HTTP/1.1", "Host: localhost", "Expect: a-miracle")
                await latch.arrival()
                latch.open()
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 200"))
                // The number alone could occur in the random session id of the body.
                #expect(!answer.contains("HTTP/1.1 417"))
            }
        }
    }

    @Test func `A client of HTTP 1.0 gets no 100 Continue`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.0", "Host: localhost", "Content-Type: application/json",
                    "Content-Length: \(WireRulesTests.body.utf8.count)", "Expect: 100-continue")
                try await wire.send(WireRulesTests.body)
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.0 201") == true)
            }
        }
    }

    @Test(arguments: ["gzip", "gzip, chunked", "identity"])
    func `A transfer coding other than chunked is answered with 501`(coding: String) async throws {
        let head = try await ask("Transfer-Encoding: \(coding)", body: "0\r\n\r\n")
        #expect(head?.hasPrefix("HTTP/1.1 501") == true, "\(head ?? "")")
    }

    @Test(arguments: ["chunked", "Chunked"])
    func `A chunked body is decoded`(coding: String) async throws {
        let chunks = WireRulesTests.body.map { "1;x=y\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
        let head = try await ask("Transfer-Encoding: \(coding)", body: chunks)
        #expect(head?.hasPrefix("HTTP/1.1 201") == true, "\(head ?? "")")
    }

    @Test func `An endless chunk extension is answered with 400`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Transfer-Encoding: chunked", "Expect: 100-continue")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 100") == true)
                try await wire.send("15;" + String(repeating: "x", count: 20_000))
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400"))
                #expect(answer.contains("the chunks of the body have far more overhead than content"))
            }
        }
    }

    @Test(arguments: [(1_001, true), (1_100, false)])
    func `A body may have 1,000 chunks of one byte, and one more for each 64 bytes`(
        count: Int, isTaken: Bool
    ) async throws {
        let spaces = String(repeating: "1\r\n \r\n", count: count - 1)
        let body =
            spaces + String(WireRulesTests.body.utf8.count, radix: 16) + "\r\n\(WireRulesTests.body)\r\n0\r\n\r\n"
        let head = try await ask("Transfer-Encoding: chunked", body: body)
        #expect(head?.hasPrefix("HTTP/1.1 \(isTaken ? 201 : 400)") == true, "\(head ?? "")")
    }

    @Test func `A body of small chunks ends the connection also if the request is already answered`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/nowhere HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Transfer-Encoding: chunked")
                #expect(try await wire.readAnswer(hasBody: true)?.status == 404)
                try await wire.send(String(repeating: "1\r\n \r\n", count: 20_000))
                #expect(try await !wire.readToEnd().contains("HTTP/1.1"))
            }
        }
    }
}

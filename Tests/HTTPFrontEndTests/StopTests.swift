import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Logging
import Testing

/// Tests that requests interrupted by a shutdown get an answer.
@Suite(.timeLimit(.minutes(5))) struct StopTests {
    private static let length = "Content-Length: 100"

    private let latch = Latch()

    private static func hurry(_ configuration: inout HTTPServerConfiguration) {
        configuration.drainLimit = .milliseconds(500)
    }

    @Test(arguments: ["/api/features/kennel/actions/nap", "/api/sessions/{session}/actions/nap"])
    func `An action that ignores the shutdown is answered with 503 before the host ends`(path: String) async throws {
        try await LiveHost.run([KennelFeature(latch: latch)], change: StopTests.hurry) { _, port, stop in
            let path = path.replacing("{session}", with: try await Wire.open("kennel", on: port))
            try await Wire.connected(to: port) { wire in
                try await wire.send("POST \(path) HTTP/1.1", "Host: localhost")
                await latch.arrival()
                await stop()
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 503"))
                #expect(answer.contains("the host is shutting down; try again later"))
                #expect(answer.contains("\r\nRetry-After: 5\r\n"))
            }
            latch.open()
        }
    }

    @Test func `A shutdown logs no error about interrupted requests`() async throws {
        let record = LogRecord()
        try await LiveHost.run([KennelFeature(latch: latch)], change: StopTests.hurry, record: record) {
            _, port, stop in
            let session = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { shot in
                try await shot.send("POST /api/features/kennel/actions/nap HTTP/1.1", "Host: localhost")
                await latch.arrival()
                try await Wire.connected(to: port) { call in
                    try await call.send("POST /api/sessions/\(session)/actions/nap HTTP/1.1", "Host: localhost")
                    await latch.arrival(2)
                    try await Wire.connected(to: port) { half in
                        try await half.send(
                            "POST /api/sessions HTTP/1.1", "Host: localhost", "Expect: 100-continue",
                            "Content-Type: application/json", StopTests.length)
                        #expect(try await half.readHead()?.hasPrefix("HTTP/1.1 100") == true)
                        try await half.send("{\"feature\":\"kennel\"}")
                        await stop()
                        for answer in [
                            try await shot.readToEnd(), try await call.readToEnd(), try await half.readToEnd(),
                        ] { #expect(answer.hasPrefix("HTTP/1.1 503")) }
                    }
                }
            }
            latch.open()
        }
        #expect(record.entries.filter { $0.level >= .warning }.map { "\($0.message) \($0.metadata)" } == [])
    }

    @Test func `A shutdown that interrupts a person's request answers with an error page`() async throws {
        try await LiveHost.run([KennelFeature(latch: latch)], change: StopTests.hurry) { _, port, stop in
            let session = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("POST /sessions/\(session)/actions/nap HTTP/1.1", "Host: localhost")
                await latch.arrival()
                await stop()
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 503"))
                #expect(answer.contains("text/html") && answer.contains("</html>"))
            }
            latch.open()
        }
    }

    @Test func `A shutdown answers an incomplete request with 503, and the request has no effect`() async throws {
        try await LiveHost.run(change: StopTests.hurry) { _, port, stop in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Expect: 100-continue",
                    "Content-Type: application/json", StopTests.length)
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 100") == true)
                try await wire.send("{\"feature\":\"kennel\"}")
                await stop()
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 503"))
            }
        }
    }
}

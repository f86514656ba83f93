import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct LogTests {
    @Test func `Errors that clients can cause at any time are not logged`() async throws {
        let record = LogRecord()
        var configuration = HTTPServerConfiguration()
        configuration.sessionLimit = 1
        let clock = ManualClock()
        let server = try HTTPServer(
            registry: FeatureRegistry([KennelFeature(clock: clock)]), configuration: configuration, name: "logging",
            version: "1", clock: clock, log: record.handler, announce: { _ in })
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            async let late = client.get("/api/features/kennel/screen?latency=1h")
            await clock.advance(by: .seconds(10))
            #expect(try await late.status == .gatewayTimeout)
            let id = try await client.open("kennel")
            #expect(record.entries.map(\.level).filter { $0 >= .notice } == [])
            for _ in 0..<9 {
                #expect(try await client.get("/api/features/kennel/screen").status == .serviceUnavailable)
            }
            // A warning about a reached limit is logged at most once a minute.
            #expect(record.entries.map(\.level).filter { $0 >= .notice } == [.warning])
            #expect(try await client.ask(.post, "/api/sessions/\(id)/actions/bite").status == .internalServerError)
            #expect(record.entries.map(\.level).filter { $0 >= .notice } == [.warning, .error])
            clock.move(by: .seconds(59))
            #expect(try await client.get("/api/sessions/\(id)").status == .ok)
            #expect(try await client.get("/api/features/kennel/screen").status == .serviceUnavailable)
            clock.move(by: .seconds(1))
            #expect(try await client.get("/api/features/kennel/screen").status == .serviceUnavailable)
            #expect(record.entries.map(\.level).filter { $0 >= .notice } == [.warning, .error, .warning])
        }
    }

    private func server(_ record: LogRecord, _ level: Logger.Level) throws -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = level
        let clock = ManualClock()
        return try HTTPServer(
            registry: FeatureRegistry([KennelFeature(clock: clock), ShownFeature("broken", launchError: Hidden())]),
            configuration: configuration, name: "logging", version: "1", clock: clock,
            log: record.handler, announce: { _ in })
    }

    private struct Hidden: Error { let secret = "hunter2" }

    @Test func `A request is logged with its route and without the client's input`() async throws {
        let record = LogRecord()
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await server(record, .info).application.test(.router) { client in
            let client = HostClient(client: client)
            _ = try await client.get("/api/features/kennel/screen?source=empty", [Self.traceParent: trace])
            _ = try await client.get("/hunter2?hunter2=1")
        }
        let answers = record.entries.filter { $0.message == "Answered a request" }.map(\.metadata)
        #expect(answers.count == 2)
        let first = try #require(answers.first)
        #expect(first["method"] == "GET")
        #expect(first["route"] == "/api/features/{feature}/screen")
        #expect(first["status"] == "200")
        #expect(first["milliseconds"] != nil)
        #expect(first["hb.request.id"] != nil)
        #expect(first["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(!"\(answers)".contains("hunter2"))
        #expect(!"\(answers)".contains("empty"))
    }

    @Test func `At the default log level, requests are not logged`() async throws {
        let record = LogRecord()
        try await server(record, .notice).application.test(.router) { client in
            _ = try await HostClient(client: client).get("/api/features")
        }
        #expect(!record.entries.contains { $0.message == "Answered a request" })
    }

    private static let traceParent = HTTPField.Name("traceparent") ?? .origin

    @Test func `The response continues the trace of a request with a new span`() async throws {
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        for path in ["/api/features", "/api/nothing"] {
            let response = try await TestHost.ask(.get, path, [Self.traceParent: trace])
            let next = try #require(response.headers[Self.traceParent])
            #expect(next.wholeMatch(of: /00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01/) != nil)
            #expect(next != trace)
        }
        for nonsense in [
            "", "00", "00-0-0-0", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", trace + "-1",
        ] {
            let response = try await TestHost.ask(.get, "/api/features", [Self.traceParent: nonsense])
            #expect(response.headers[Self.traceParent] == nil, "\(nonsense)")
        }
    }

    @Test func `An error without a description gets a general message`() async throws {
        let record = LogRecord()
        try await server(record, .notice).application.test(.router) { client in
            let response = try await HostClient(client: client).get("/api/features/broken/screen")
            #expect(
                try response.problem(.internalServerError).detail
                    == "an unexpected error occurred on the host; see its log")
        }
        #expect(record.entries.map(\.level) == [.error])
    }
}

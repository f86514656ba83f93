import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Synchronization
import Testing

struct LogTests {
    /// Keeps the levels of what is logged.
    private final class Record: Sendable {
        let levels = Mutex<[Logger.Level]>([])
    }

    private struct Handler: LogHandler {
        let record: Record
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            record.levels.withLock { $0.append(event.level) }
        }
    }

    @Test func `what clients can bring about at will stays out of the log`() async throws {
        let record = Record()
        var configuration = HTTPServerConfiguration()
        configuration.sessionLimit = 1
        let clock = ManualClock()
        let server = try HTTPServer(
            registry: FeatureRegistry([KennelFeature(clock: clock)]), configuration: configuration, name: "logging",
            version: "1", clock: clock, log: { _ in Handler(record: record) }, announce: { _ in })
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            async let late = client.get("/api/features/kennel/screen?latency=1h")
            await clock.advance(by: .seconds(10))
            #expect(try await late.status == .gatewayTimeout)
            let id = try await client.open("kennel")
            #expect(try await client.get("/api/features/kennel/screen").status == .serviceUnavailable)
            #expect(record.levels.withLock { $0.filter { $0 >= .notice } } == [])
            #expect(try await client.ask(.post, "/api/sessions/\(id)/actions/bite").status == .internalServerError)
            #expect(record.levels.withLock { $0.filter { $0 >= .notice } } == [.error])
        }
    }
}

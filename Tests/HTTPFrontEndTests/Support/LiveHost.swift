import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Logging
import ServiceLifecycle

/// Runs hosts that listen on a port of this machine.
enum LiveHost {
    private struct Running: Service {
        let server: HTTPServer
        func run() async throws { try await server.run(until: []) }
    }

    /// Runs a host, and passes the server and its port to a closure.
    ///
    /// After the closure, stops the host as a signal does, and waits until the host has stopped.
    static func run(
        _ features: [any Feature] = [KennelFeature()], clock: any Clock<Duration> = ManualClock(),
        change: (inout HTTPServerConfiguration) -> Void = { _ in }, record: LogRecord? = nil,
        _ body: (_ server: HTTPServer, _ port: Int, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        // Many tests run at once, and a test that waits for its turn must not lose its idle connections.
        configuration.connectionLimit = .seconds(600)
        configuration.logLevel = record == nil ? .critical : .notice
        change(&configuration)
        let (lines, source) = AsyncStream<String>.makeStream()
        let server = try HTTPServer(
            registry: FeatureRegistry(features), configuration: configuration, name: "testhost", version: "1",
            clock: clock,
            log: { label -> any LogHandler in
                if let record { record.handler(label) } else { StreamLogHandler.standardError(label: label) }
            },
            announce: { source.yield($0) })
        let group = ServiceGroup(
            services: [Running(server: server)],
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        // The server runs in a task that is no child task, because cancelling a server while it accepts a connection
        // traps.
        let end = Task {
            defer { source.finish() }
            try await group.run()
        }
        do {
            for await line in lines {
                guard let match = line.wholeMatch(of: /Listening on https?:\/\/127\.0\.0\.1:([0-9]+)/),
                    let port = Int(match.1)
                else { throw Surprise() }
                try await body(server, port) { await group.triggerGracefulShutdown() }
                break
            }
        } catch {
            await group.triggerGracefulShutdown()
            _ = await end.result
            throw error
        }
        await group.triggerGracefulShutdown()
        try await end.value
    }
}

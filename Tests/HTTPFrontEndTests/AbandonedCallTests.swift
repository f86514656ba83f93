import FeatureKit
import FeatureTesting
import Testing

/// Tests of requests without a session whose clients go.
@Suite(.timeLimit(.minutes(5))) struct AbandonedCallTests {
    /// A feature whose start waits until it is cancelled.
    private struct EndlessFeature: Feature {
        static let act = Action("act", "Act")
        static let manifest = FeatureManifest(id: "endless", title: "Endless", summary: "Waits.", actions: act)

        let latch = Latch()
        let isCancelled = Watched(false)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            Scene(owning: stage) {
                do { try await latch.waitOrCancel() } catch {
                    isCancelled.change { $0 = true }
                    throw error
                }
            }.on(Self.act) { _ in Issue.record("the action begins") }
        }
    }

    @Test(arguments: ["GET /api/features/endless/screen", "POST /api/features/endless/actions/act"])
    func `A client that has gone ends the launch that its request waits for`(request: String) async throws {
        let feature = EndlessFeature()
        try await LiveHost.run([feature]) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send("\(request) HTTP/1.1", "Host: localhost", "Content-Length: 0")
                await feature.latch.arrival()
            }
            await feature.isCancelled.wait { $0 }
        }
    }

    @Test func `A client that closes its sending side first and then the connection has gone too`() async throws {
        let feature = EndlessFeature()
        try await LiveHost.run([feature]) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/features/endless/screen HTTP/1.1", "Host: localhost")
                await feature.latch.arrival()
                wire.closeOutput()
                // The host asks again and again whether the client still reads, and the client still does.
                for _ in 0..<2 { #expect(try await wire.readHead() == "HTTP/1.1 100 Continue\r\n\r\n") }
            }
            await feature.isCancelled.wait { $0 }
        }
    }

    @Test func `A connection that is reset within a body is no error of the host`() async throws {
        let record = LogRecord()
        try await LiveHost.run(record: record) { _, port, _ in
            try await Wire.connected(to: port, isReset: true) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Content-Length: 100", "Expect: 100-continue")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 100") == true)
                try await wire.send("{")
            }
            // The host has counted the request as answered.
            try await eventually {
                try await Wire.connected(to: port) { wire in
                    try await wire.send("GET /metrics HTTP/1.1", "Host: localhost", "Connection: close")
                    return try await wire.readToEnd().contains("method=\"POST\",status=\"400\"")
                }
            }
            #expect(!record.entries.contains { $0.message == "A request failed" })
        }
    }
}

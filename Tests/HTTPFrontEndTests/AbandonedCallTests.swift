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
}

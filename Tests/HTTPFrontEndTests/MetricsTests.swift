import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    @Test func `Requests are counted by route, method and status`() async throws {
        try await TestHost().run { client in
            for _ in 0..<3 { _ = try await client.get("/api/features/kennel") }
            _ = try await client.get("/api/features/nothing")
            _ = try await client.ask(.head, "/api/features/kennel")
            _ = try await client.get("/anything-else")
            _ = try await client.ask(.patch, "/api/features/kennel")
            let response = try await client.get("/metrics")
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = response.text.split(separator: "\n")
            let name = "featurehost_http_requests_total"
            for line in [
                "# TYPE \(name) counter", "# HELP \(name) Answered requests, by route, method and status.",
                "\(name){route=\"/api/features/{feature}\",method=\"GET\",status=\"200\"} 3",
                "\(name){route=\"/api/features/{feature}\",method=\"GET\",status=\"404\"} 1",
                "\(name){route=\"/api/features/{feature}\",method=\"HEAD\",status=\"200\"} 1",
                "\(name){route=\"\",method=\"\",status=\"404\"} 1", "\(name){route=\"\",method=\"\",status=\"405\"} 1",
            ] { #expect(lines.contains(line[...]), "\(line)") }
            #expect(!response.text.contains("anything-else"))
            #expect(!response.text.contains("nothing"))
        }
    }

    @Test func `The durations of requests form a histogram by route and method`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            async let nap = client.ask(.post, "/api/sessions/\(id)/actions/nap")
            await host.latch.arrival()
            host.clock.move(by: .seconds(3))
            host.latch.open()
            _ = try await nap
            _ = try await client.ask(.post, "/api/sessions/\(id)/actions/nothing")
            let text = try await client.get("/metrics").text
            let name = "featurehost_http_request_duration_seconds"
            let labels = "route=\"/api/sessions/{session}/actions/{action}\",method=\"POST\""
            for line in [
                "# TYPE \(name) histogram", "\(name)_bucket{\(labels),le=\"0.001\"} 1",
                "\(name)_bucket{\(labels),le=\"2.5\"} 1", "\(name)_bucket{\(labels),le=\"5.0\"} 2",
                "\(name)_bucket{\(labels),le=\"+Inf\"} 2", "\(name)_sum{\(labels)} 3.0", "\(name)_count{\(labels)} 2",
            ] { #expect(text.contains("\(line)\n"), "\(line)") }
            #expect(!text.contains("\(name)_count{route=\"/docs\""), "an unused route must have no lines")
        }
    }

    @Test func `The metrics contain the current numbers of sessions and streams`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            let session = try host.server.session(id)
            async let events = client.get("/api/sessions/\(id)/events")
            await eventually { await session.viewerCount > 0 }
            let during = try await client.get("/metrics").text
            #expect(during.contains("\nfeaturehost_sessions 1.0\n"))
            #expect(during.contains("\nfeaturehost_streams 1.0\n"))
            _ = try await client.ask(.delete, "/api/sessions/\(id)")
            _ = try await events
            let after = try await client.get("/metrics").text
            #expect(after.contains("\nfeaturehost_sessions 0.0\n"))
            #expect(after.contains("\nfeaturehost_streams 0.0\n"))
        }
    }

    @Test func `The duration of an action is recorded for its feature`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            async let nap = client.ask(.post, "/api/sessions/\(id)/actions/nap")
            await host.latch.arrival()
            host.clock.move(by: .seconds(3))
            host.latch.open()
            _ = try await nap
            _ = try await client.ask(.post, "/api/features/kennel/actions/bark")
            let text = try await client.get("/metrics").text
            let name = "featurehost_action_duration_seconds"
            for line in [
                "# TYPE \(name) histogram", "\(name)_bucket{feature=\"kennel\",le=\"0.001\"} 1",
                "\(name)_bucket{feature=\"kennel\",le=\"1.0\"} 1", "\(name)_bucket{feature=\"kennel\",le=\"5.0\"} 2",
                "\(name)_bucket{feature=\"kennel\",le=\"+Inf\"} 2", "\(name)_sum{feature=\"kennel\"} 3.0",
                "\(name)_count{feature=\"kennel\"} 2",
            ] { #expect(text.contains("\(line)\n"), "\(line)") }
        }
    }
}

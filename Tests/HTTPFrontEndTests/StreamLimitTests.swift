import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreamLimitTests {
    enum Limit: CaseIterable {
        case all, session, address

        var words: String {
            switch self {
            case .all: "1 event streams are open"
            case .session: "1 event streams of this session are open"
            case .address: "1 event streams from your address are open"
            }
        }

        func set(in configuration: inout HTTPServerConfiguration) {
            switch self {
            case .all: configuration.streamLimit = 1
            case .session: configuration.sessionStreamLimit = 1
            case .address: configuration.addressStreamLimit = 1
            }
        }
    }

    @Test(arguments: Limit.allCases)
    func `A stream beyond a limit is answered with 503 and Retry-After`(limit: Limit) async throws {
        let host = try TestHost(change: { limit.set(in: &$0) })
        try await host.run { client in
            let id = try await client.open("kennel")
            let path = "/api/sessions/\(id)/events"
            let session = try host.server.session(id)
            async let first = client.get(path)
            await eventually { await session.viewerCount > 0 }
            let second = try await client.get(path)
            #expect(second.headers[.retryAfter] == "60")
            #expect(
                try second.problem(.serviceUnavailable).detail
                    == "\(limit.words), the maximum; close one or try again later")
            _ = try await client.ask(.delete, "/api/sessions/\(id)")
            _ = try await first
            // The place of the closed stream is free again.
            #expect(
                try await client.ask(.head, "/api/sessions/\(try await client.open("kennel"))/events").status == .ok)
        }
    }

    @Test func `A HEAD request for a stream does not count as an open stream`() async throws {
        try await TestHost(change: { $0.streamLimit = 1 }).run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/events"
            for _ in 0..<3 { #expect(try await client.ask(.head, path).status == .ok) }
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `A page of another site can neither open a stream nor launch a feature`(site: String) async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/events"
            _ = try await client.get(path, [.secFetchSite: site]).problem(.forbidden)
            for method in [HTTPRequest.Method.get, .head] {
                let screen = try await client.ask(method, "/api/features/kennel/screen", [.secFetchSite: site])
                #expect(screen.status == .forbidden)
            }
            let own = try await client.get("/api/features/kennel/screen", [.secFetchSite: "same-origin"])
            #expect(own.status == .ok)
        }
    }
}

import FeatureKit
import FeatureTesting
import HTTPConnections
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of pages whose clients go, or whose turn does not come.
@Suite(.timeLimit(.minutes(5))) struct AbandonedPageTests {
    /// Opens a session that holds 2,000 rows, and returns its id.
    private func openFull(_ port: Int, _ server: HTTPServer) async throws -> String {
        let id = try await Wire.open("library", on: port)
        let session = try server.session(id)
        _ = try await session.settled()
        while let more = await session.frame.screen.lists.first?.more {
            _ = try await session.perform(more.action)
        }
        #expect(await session.frame.screen.lists.first?.rows.count == 2_000)
        return id
    }

    private func livez(_ port: Int) async throws -> String? {
        try await Wire.connected(to: port) { wire in
            try await wire.send("GET /livez HTTP/1.1", "Host: localhost")
            return try await wire.readHead()
        }
    }

    /// Requests a number of pages of 2,000 rows, runs a closure, and then closes the clients' connections.
    private func request(
        _ count: Int, _ port: Int, _ server: HTTPServer, while body: () async throws -> Void
    ) async throws {
        let ids = [try await openFull(port, server), try await openFull(port, server)]
        let latch = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await Wire.connected(to: port) { wire in
                        try await wire.send("GET /sessions/\(ids[number % 2]) HTTP/1.1", "Host: localhost")
                        await latch.wait()
                    }
                }
            }
            await latch.arrival(count, patience: .seconds(120))
            try await body()
            latch.open()
            try await group.waitForAll()
        }
    }

    @Test func `24 pages of 2,000 rows leave /livez answered, also when their clients have gone`() async throws {
        try await LiveHost.run([LibraryFeature()]) { server, port, _ in
            try await request(24, port, server) {
                let head = try await livez(port)
                #expect(head?.hasPrefix("HTTP/1.1 200") == true)
            }
            #expect(try await livez(port)?.hasPrefix("HTTP/1.1 200") == true)
        }
    }

    @Test func `Pages whose clients go wait for no place any more`() async throws {
        try await LiveHost.run([LibraryFeature()]) { server, port, _ in
            let latch = Latch()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<server.rendering.placeCount {
                    group.addTask {
                        try await server.rendering.render(for: ClientAddress(nil)) { await latch.wait() }
                    }
                }
                await latch.arrival(server.rendering.placeCount)
                try await request(24, port, server) {
                    await eventually { server.rendering.waitingCount == 24 }
                }
                await eventually { server.rendering.waitingCount == 0 }
                #expect(server.rendering.takenCount == server.rendering.placeCount)
                latch.open()
                try await group.waitForAll()
            }
        }
    }

    @Test func `A client that has only closed its sending side gets its page`() async throws {
        try await LiveHost.run([LibraryFeature()]) { server, port, _ in
            let id = try await Wire.open("library", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id) HTTP/1.1", "Host: localhost", "Connection: close")
                wire.closeOutput()
                let answer = try await wire.readToEnd()
                #expect(answer.contains("HTTP/1.1 200 OK") && answer.hasSuffix("</html>\n"), "\(answer.suffix(99))")
            }
        }
    }

    @Test func `A page whose turn does not come is answered with 503 and Retry-After`()
        async throws
    {
        let host = try TestHost()
        try await host.run { client in
            let visit = try await client.visit("kennel")
            let latch = Latch()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<host.server.rendering.placeCount {
                    group.addTask {
                        try await host.server.rendering.render(for: ClientAddress(nil)) { await latch.wait() }
                    }
                }
                await latch.arrival(host.server.rendering.placeCount)
                async let page = client.get(visit.address, visit.browser)
                await eventually { host.server.rendering.waitingCount == 1 }
                await host.clock.advance(by: .seconds(10))
                let answer = try await page
                #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
                #expect(answer.text.contains("the host renders other pages, and this one has waited for 10s"))
                latch.open()
                try await group.waitForAll()
            }
            #expect(try await client.get(visit.address, visit.browser).status == .ok)
        }
    }
}

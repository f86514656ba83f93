import FeatureTesting
import HTTPFrontEnd
import Testing

/// Tests that a host with all its sessions in use still has room for another address.
@Suite(.timeLimit(.minutes(5))) struct FairSessionTests {
    /// Opens sessions from an address and returns the ids of those that were not refused.
    private func open(_ count: Int, on port: Int, from address: String, _ fields: [String] = []) async throws
        -> [String]
    {
        var ids: [String] = []
        for _ in 0..<count { ids += try await [Wire.openKennel(on: port, from: address, fields)].compactMap(\.self) }
        return ids
    }

    private func running(_ ids: [String], on port: Int) async throws -> Int {
        var count = 0
        for id in ids { count += try await Wire.isRunning(id, on: port) ? 1 : 0 }
        return count
    }

    @Test func `A third address gets its part although two addresses hold all sessions`() async throws {
        try await LiveHost.run(clock: ContinuousClock(), change: { $0.sessionLimit = 8 }) { _, port, _ in
            let first = try await open(8, on: port, from: "127.0.0.1")
            let second = try await open(8, on: port, from: "127.0.0.2")
            let third = try await open(8, on: port, from: "127.0.0.3")
            #expect(first.count == 6)
            #expect(second.count == 4)
            #expect(third.count == 2)
            for (ids, count) in [(first, 3), (second, 3), (third, 2)] {
                #expect(try await running(ids, on: port) == count)
                // The sessions that gave way are those that were unused for the longest time.
                #expect(try await running(Array(ids.suffix(count)), on: port) == count)
            }
        }
    }

    @Test func `An address loses no session to an address that holds one less`() async throws {
        try await LiveHost.run(change: {
            $0.sessionLimit = 3
            $0.addressSessionLimit = 2
        }) { _, port, _ in
            let ids = try await open(2, on: port, from: "127.0.0.1") + open(1, on: port, from: "127.0.0.2")
            #expect(try await open(1, on: port, from: "127.0.0.2") == [])
            #expect(try await running(ids, on: port) == 3)
        }
    }

    @Test func `An address loses no session that rests to an address that holds more`() async throws {
        let clock = ManualClock()
        try await LiveHost.run(
            clock: clock,
            change: {
                $0.sessionLimit = 3
                $0.addressSessionLimit = 3
            }
        ) { _, port, _ in
            let resting = try await open(1, on: port, from: "127.0.0.2")
            clock.move(by: .seconds(1))
            let own = try await open(2, on: port, from: "127.0.0.1")
            clock.move(by: .seconds(61))
            #expect(try await open(1, on: port, from: "127.0.0.1").count == 1)
            #expect(try await running(resting, on: port) == 1)
            #expect(try await running(own, on: port) == 1)
        }
    }

    @Test func `A watched session and a session with a running action do not give way`() async throws {
        let (clock, latch) = (ManualClock(), Latch())
        try await LiveHost.run(
            [KennelFeature(clock: clock, latch: latch)], clock: clock,
            change: {
                $0.sessionLimit = 3
                $0.answerLimit = .seconds(600)
            }
        ) { _, port, _ in
            let watched = try #require(await Wire.openKennel(on: port, from: "127.0.0.1"))
            let acting = try #require(await Wire.openKennel(on: port, from: "127.0.0.1"))
            try await Wire.connected(to: port) { wire in
                var reader = EventReader()
                try await reader.ask(&wire, for: watched)
                _ = try await reader.next(&wire)
                async let nap = Wire.ask("POST /api/sessions/\(acting)/actions/nap", on: port)
                await latch.arrival()
                clock.move(by: .seconds(61))
                let unused = try #require(await Wire.openKennel(on: port, from: "127.0.0.1"))
                clock.move(by: .seconds(61))
                #expect(try await Wire.openKennel(on: port, from: "127.0.0.2") != nil)
                #expect(try await Wire.openKennel(on: port, from: "127.0.0.3") == nil)
                #expect(try await running([watched, acting], on: port) == 2)
                #expect(try await Wire.isRunning(unused, on: port) == false)
                latch.open()
                #expect(try await nap.hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    @Test func `Behind a trusted proxy, sessions count for the address that the proxy tells`() async throws {
        try await LiveHost.run(change: {
            $0.sessionLimit = 8
            $0.trustedProxies = ["127.0.0.2", "10.0.0.0/8"]
        }) { _, port, _ in
            func open(_ count: Int, for client: String) async throws -> Int {
                let field = "X-Forwarded-For: 192.0.2.99, \(client), 10.0.0.1"
                return try await self.open(count, on: port, from: "127.0.0.2", [field]).count
            }
            var counts: [Int] = []
            for client in ["192.0.2.1", "2001:db8::1", "192.0.2.3"] { counts.append(try await open(8, for: client)) }
            #expect(counts == [6, 4, 2])
        }
    }

    @Test(arguments: [[], ["127.0.0.9"]])
    func `Without a trusted proxy, a client cannot choose the address for which its sessions count`(
        proxies: [String]
    ) async throws {
        try await LiveHost.run(change: {
            $0.sessionLimit = 8
            $0.trustedProxies = proxies
        }) { _, port, _ in
            var ids: [String] = []
            for number in 0..<8 {
                ids += try await open(1, on: port, from: "127.0.0.1", ["X-Forwarded-For: 192.0.2.\(number)"])
            }
            #expect(ids.count == 6)
        }
    }
}

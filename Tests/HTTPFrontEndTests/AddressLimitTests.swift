import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Logging
import Testing

/// Tests that each client address gets only its share of connections and calls.
@Suite(.timeLimit(.minutes(5))) struct AddressLimitTests {
    /// Requests `/livez` from an address and returns the head of the response.
    private func ask(_ port: Int, from address: String = "127.0.0.1") async throws -> String? {
        try await Wire.connected(to: port, from: address) { wire in
            try await wire.send("GET /livez HTTP/1.1", "Host: localhost")
            return try await wire.readHead()
        }
    }

    @Test func `At the limit of an address, a new connection closes an idle connection of the address`() async throws {
        try await LiveHost.run(change: { $0.addressConnectionLimit = 2 }) { _, port, _ in
            try await Wire.connected(to: port) { first in
                try await first.send("GET /livez HTTP/1.1", "Host: localhost")
                #expect(try await first.readHead()?.hasPrefix("HTTP/1.1 200") == true)
                try await Wire.connected(to: port) { second in
                    // An incomplete request leaves its connection idle.
                    try await second.send("GET /livez HTTP/1.1\r\n")
                    #expect(try await ask(port)?.hasPrefix("HTTP/1.1 200") == true)
                    #expect(try await first.readToEnd() == "ok\n")
                    #expect(try await ask(port)?.hasPrefix("HTTP/1.1 200") == true)
                    #expect(try await ask(port, from: "127.0.0.2")?.hasPrefix("HTTP/1.1 200") == true)
                }
            }
        }
    }

    @Test func `A new connection gets 503 only if its own address is at the limit`() async throws {
        try await LiveHost.run(change: { $0.addressConnectionLimit = 1 }) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                var reader = EventReader()
                try await reader.ask(&wire, for: id)
                let refusal = try #require(await ask(port))
                #expect(refusal.hasPrefix("HTTP/1.1 503"))
                #expect(refusal.contains("Retry-After: 60\r\n"))
                #expect(try await ask(port, from: "127.0.0.2")?.hasPrefix("HTTP/1.1 200") == true)
                _ = try await reader.next(&wire)
                #expect(reader.frame != nil)
            }
        }
    }

    @Test func `At the host's limit, the address with the most idle connections loses one of them`() async throws {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.openConnectionLimit = 3
            $0.addressConnectionLimit = 3
        }
        try await LiveHost.run(change: change) { _, port, _ in
            // The address's first connection is idle longer than its second one.
            try await withIdle(port) { first in
                try await withIdle(port) { _ in
                    try await withIdle(port, from: "127.0.0.2") { other in
                        #expect(try await ask(port, from: "127.0.0.3")?.hasPrefix("HTTP/1.1 200") == true)
                        #expect(try await !first.readToEnd().contains("HTTP/1.1"))
                        try await other.send("GET /livez HTTP/1.1", "Host: localhost")
                        #expect(try await other.readHead()?.contains("HTTP/1.1 200") == true)
                    }
                }
            }
        }
    }

    /// Runs a closure while an address has several connections, each with an event stream.
    private func withStreams(
        _ count: Int, of session: String, on port: Int, _ body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await Wire.connected(to: port) { wire in
            let reader = EventReader()
            try await reader.ask(&wire, for: session)
            try await withStreams(count - 1, of: session, on: port, body)
        }
    }

    /// Runs a closure while an address has an idle connection on which a request was answered.
    private func withIdle(
        _ port: Int, from address: String = "127.0.0.1", _ body: (inout Wire) async throws -> Void
    ) async throws {
        try await Wire.connected(to: port, from: address) { wire in
            try await wire.send("GET /livez HTTP/1.1", "Host: localhost")
            #expect(try await wire.readHead() != nil)
            try await body(&wire)
        }
    }

    @Test func `An idle connection is closed even if the address with the most connections has no idle connection`()
        async throws
    {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.openConnectionLimit = 4
            $0.addressConnectionLimit = 3
        }
        try await LiveHost.run(change: change) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await withStreams(2, of: id, on: port) {
                try await withIdle(port, from: "127.0.0.2") { (_: inout Wire) async throws in
                    try await withIdle(port, from: "127.0.0.3") { (_: inout Wire) async throws in
                        #expect(try await ask(port, from: "127.0.0.4")?.hasPrefix("HTTP/1.1 200") == true)
                        #expect(try await ask(port, from: "127.0.0.5")?.hasPrefix("HTTP/1.1 200") == true)
                    }
                }
            }
        }
    }

    @Test func `An idle connection is closed even if its address also has busy connections`() async throws {
        try await LiveHost.run(change: { $0.addressConnectionLimit = 66 }) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await withStreams(65, of: id, on: port) { () async throws in
                try await withIdle(port) { (idle: inout Wire) async throws in
                    #expect(try await ask(port)?.hasPrefix("HTTP/1.1 200") == true)
                    #expect(try await idle.readToEnd() == "ok\n")
                }
            }
        }
    }

    @Test func `The log distinguishes a closed idle connection from a refused client`() async throws {
        let record = LogRecord()
        try await LiveHost.run(change: { $0.addressConnectionLimit = 1 }, record: record) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await withIdle(port) { (idle: inout Wire) async throws in
                #expect(try await ask(port)?.hasPrefix("HTTP/1.1 200") == true)
                _ = try await idle.readToEnd()
            }
            #expect(!record.entries.contains { $0.message.contains("raise the limit") })
            #expect(record.entries.contains { $0.message.hasSuffix("to make room; no client was refused") })
            try await withStreams(1, of: id, on: port) { () async throws in
                #expect(try await ask(port)?.hasPrefix("HTTP/1.1 503") == true)
            }
            let refusals = record.entries.filter { $0.message.hasSuffix("raise the limit to accept them") }
            #expect(refusals.map { $0.metadata["option"] } == ["--max-connections-per-address"])
        }
    }

    /// Performs an action of the kennel without a session, by a request with an idempotency key.
    private func perform(_ action: String, _ key: String, on port: Int, from address: String) async throws -> String? {
        try await Wire.connected(to: port, from: address) { wire in
            try await wire.send(
                "POST /api/features/kennel/actions/\(action) HTTP/1.1", "Host: localhost", "Idempotency-Key: \(key)")
            return try await wire.readHead()
        }
    }

    @Test func `Slow requests with idempotency keys from one address do not block other addresses`() async throws {
        let latch = Latch()
        try await LiveHost.run([KennelFeature(latch: latch)]) { _, port, _ in
            try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<193 {
                    group.addTask { try await perform("nap", "\(number)", on: port, from: "127.0.0.1") }
                }
                let first = try await group.next() ?? nil
                #expect(first?.hasPrefix("HTTP/1.1 503") == true)
                let other = try await perform("bark", "other", on: port, from: "127.0.0.2")
                #expect(other?.hasPrefix("HTTP/1.1 200") == true)
                latch.open()
                for try await answer in group { #expect(answer?.hasPrefix("HTTP/1.1 200") == true) }
            }
        }
    }

    @Test func `The limit of calls per address leaves room for a stop action of the same address`() async throws {
        let latch = Latch()
        try await LiveHost.run([SirenFeature(latch: latch)], change: { $0.callLimit = 4 }) { _, port, _ in
            let path = "/api/sessions/\(try await Wire.open("siren", on: port))/actions"
            try await withThrowingTaskGroup(of: String?.self) { group in
                func begin(_ action: String, from address: String) {
                    group.addTask {
                        try await Wire.connected(to: port, from: address) { wire in
                            try await wire.send("POST \(path)/\(action) HTTP/1.1", "Host: localhost")
                            return try await wire.readHead()
                        }
                    }
                }
                for _ in 0..<4 { begin("wail", from: "127.0.0.1") }
                #expect(try await group.next()??.hasPrefix("HTTP/1.1 503") == true)
                begin("stop", from: "127.0.0.1")
                for try await answer in group { #expect(answer?.hasPrefix("HTTP/1.1 200") == true) }
            }
        }
    }

    @Test func `Many calls from one address do not block a stop action from another address`() async throws {
        let latch = Latch()
        try await LiveHost.run([SirenFeature(latch: latch)], change: { $0.callLimit = 8 }) { _, port, _ in
            let path = "/api/sessions/\(try await Wire.open("siren", on: port))/actions"
            func ask(_ action: String, from address: String) async throws -> String? {
                try await Wire.connected(to: port, from: address) { wire in
                    try await wire.send("POST \(path)/\(action) HTTP/1.1", "Host: localhost")
                    return try await wire.readHead()
                }
            }
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<8 { group.addTask { try await ask("hum", from: "127.0.0.1") } }
                #expect(try await group.next()??.hasPrefix("HTTP/1.1 503") == true)
                #expect(try await ask("stop", from: "127.0.0.2")?.hasPrefix("HTTP/1.1 200") == true)
                latch.open()
                for try await answer in group { #expect(answer?.hasPrefix("HTTP/1.1 200") == true) }
            }
        }
    }
}

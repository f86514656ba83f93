import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveTests {
    @Test func `A stream sends frames and notices as they occur`() async throws {
        try await LiveHost.run { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                let head = try #require(await wire.readHead()).lowercased()
                #expect(head.hasPrefix("http/1.1 200 ok"))
                #expect(head.contains("content-type: text/event-stream"))
                #expect(head.contains("cache-control: no-cache"))
                #expect(head.contains("x-accel-buffering: no"))
                let first = try #require(await wire.readEvent())
                #expect(
                    first.contains(
                        "event: frame\nid: 1\ndata: {\"session\":\"\(id)\",\"feature\":\"kennel\",\"revision\":1,"))
                try await Wire.post(port, "/api/sessions/\(id)/actions/bark")
                let notice = try #require(await wire.readEvent())
                #expect(notice.contains("event: notice\ndata: {\"text\":\"Woof, woof\",\"tone\":\"positive\"}\n\n"))
                #expect(!notice.contains("id:"))
                try await Wire.post(port, "/api/sessions/\(id)/actions/release", "{\"id\":\"1\"}")
                #expect(try #require(await wire.readEvent()).contains("event: patch\nid: 2\n"))
            }
        }
    }

    @Test func `A disconnecting client detaches its viewer at once`() async throws {
        try await LiveHost.run { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                _ = try await wire.readEvent()
                #expect(await session.viewerCount == 1)
            }
            await eventually { await session.viewerCount == 0 }
        }
    }

    @Test func `A stream ends when its client closes the sending side`() async throws {
        try await LiveHost.run { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                _ = try await wire.readEvent()
                wire.closeOutput()
                await eventually { await session.viewerCount == 0 }
            }
        }
    }

    @Test func `A client that closes its sending side at once gets the head of its stream and an ended body`()
        async throws
    {
        try await LiveHost.run { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events HTTP/1.1", "Host: localhost")
                wire.closeOutput()
                let answer = try await wire.readToEnd()
                #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("0\r\n\r\n"), "\(answer)")
            }
            await eventually { await session.viewerCount == 0 }
        }
    }

    @Test func `A stream and its connection end when the session ends`() async throws {
        try await LiveHost.run(change: { $0.connectionLimit = .seconds(3600) }) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                _ = try await wire.readEvent()
                try await Wire.connected(to: port) { other in
                    try await other.send("DELETE /api/sessions/\(id) HTTP/1.1", "Host: localhost")
                    #expect(try await other.readHead()?.hasPrefix("HTTP/1.1 204") == true)
                }
                #expect(try await wire.readToEnd().contains("event: closed\ndata: {}\n\n"))
            }
        }
    }

    @Test func `A host stops even if a stream is open`() async throws {
        try await LiveHost.run { _, port, stop in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                _ = try await wire.readEvent()
                await stop()
                #expect(try await wire.readToEnd().contains("event: closed\n"))
            }
        }
    }

    @Test func `A host stops even if an action that ignores cancellation is still running`() async throws {
        let kennel = KennelFeature()
        try await LiveHost.run([kennel], change: { $0.drainLimit = .milliseconds(100) }) { _, port, stop in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions/\(id)/actions/nap HTTP/1.1", "Host: localhost", "Content-Length: 0")
                await kennel.latch.arrival()
                await stop()
                // Reading ends when the host stops or closes the connection, although the nap is still running.
                _ = try? await wire.readToEnd()
            }
        }
        kennel.latch.open()
    }

    @Test func `Listening on a port that is in use throws a serviceUnavailable error`() async throws {
        try await LiveHost.run { _, port, _ in
            var configuration = HTTPServerConfiguration()
            configuration.port = port
            configuration.logLevel = .critical
            let second = try HTTPServer(
                registry: FeatureRegistry([]), configuration: configuration, name: "second", version: "1")
            let error = await #expect(throws: FeatureError.self) { try await second.run() }
            #expect(error?.code == .serviceUnavailable)
            #expect(
                error?.message
                    == "cannot listen on 127.0.0.1:\(port): the port is in use; choose another port with --port, or 0 for a free port"
            )
        }
    }

    @Test func `Listening on an unknown host name throws a serviceUnavailable error`() async throws {
        var configuration = HTTPServerConfiguration()
        (configuration.host, configuration.port) = ("127.0.0.1:80", 0)
        (configuration.isOpenToEverybody, configuration.logLevel) = (true, .critical)
        let server = try HTTPServer(
            registry: FeatureRegistry([]), configuration: configuration, name: "lost", version: "1")
        let error = await #expect(throws: FeatureError.self) { try await server.run() }
        #expect(error?.code == .serviceUnavailable)
        #expect(error?.message.hasPrefix("cannot listen on [127.0.0.1:80]:0: there is no host of this name") == true)
    }

    @Test(arguments: [
        ("http://example.org/livez", "localhost", "403"), ("http://localhost:80/livez", "example.org", "200"),
        ("http://example.org", "localhost", "403"), ("http://a@localhost/livez", "localhost", "403"),
        ("http:///livez", "localhost", "403"), ("HTTP://localhost/livez?x=http://example.org/", "localhost", "200"),
        ("/livez?x=http://example.org/", "localhost", "200"),
    ])
    func `The host in an absolute target overrides the Host header`(target: String, host: String, status: String)
        async throws
    {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET \(target) HTTP/1.1", "Host: \(host)")
                #expect(try #require(await wire.readHead()).hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test(arguments: ["Host: localhost", "Host: localhost\r\nConnection: keep-alive"])
    func `A client of HTTP 1.0 reads its answer until the connection ends`(fields: String) async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /livez HTTP/1.0", fields)
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
                #expect(answer.hasSuffix("\r\n\r\nok\n"))
            }
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.0", fields)
                #expect(try #require(await wire.readHead()).lowercased().contains("transfer-encoding") == false)
                #expect(try await wire.readEvent()?.hasPrefix("retry: ") == true)
            }
        }
    }

    @Test func `Malformed chunks are answered with 400`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Transfer-Encoding: chunked")
                try await wire.send("zz\r\n{}\r\n0\r\n\r\n")
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.hasSuffix("the body cannot be read: its chunks are malformed\"}"))
            }
        }
    }

    @Test(arguments: [
        ("Host: example.org", "403"), ("Host: localhost.example.org", "403"), ("Host: 127.0.0.1.example.org:80", "403"),
        ("Host: localhost@example.org", "403"), ("Host: ", "403"), ("X: y", "400"),
        ("Host: localhost\r\nHost: example.org", "400"), ("Host: localhost:x", "403"), ("Host: [::1", "403"),
        ("Host: localhost", "200"), ("Host: LOCALHOST:1234", "200"), ("Host: 127.0.0.1:8080", "200"),
        ("Host: [::1]:8080", "200"), ("Host: kennel.test:99", "200"),
    ])
    func `Only a Host header with an allowed name is accepted`(host: String, status: String) async throws {
        try await LiveHost.run(change: { $0.allowedHosts = ["kennel.test"] }) { _, port, _ in
            for path in ["/api/features", "/", "/livez", "/nowhere"] {
                try await Wire.connected(to: port) { wire in
                    try await wire.send("GET \(path) HTTP/1.1", host)
                    let head = try #require(await wire.readHead())
                    let expected = status == "200" && path == "/nowhere" ? "404" : status
                    #expect(head.hasPrefix("HTTP/1.1 \(expected) "), "\(path)")
                }
            }
        }
    }

    @Test func `Input that is not HTTP is answered with 400 and does not affect other clients`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send("nonsense", "Host: localhost")
                let answer = try await wire.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.hasSuffix("\"detail\":\"this is not an HTTP/1.1 request\"}"))
            }
            _ = try await Wire.open("kennel", on: port)
        }
    }

    @Test(arguments: [(1, 20_000), (9, 10_000), (101, 1), (1, 2_000_000)])
    func `A header that is too large is answered with 431`(count: Int, length: Int) async throws {
        try await LiveHost.run { _, port, _ in
            for isFirst in [true, false] {
                try await Wire.connected(to: port) { wire in
                    if !isFirst {
                        try await wire.send("GET /livez HTTP/1.1", "Host: localhost")
                        _ = try await wire.read(through: "ok\n")
                    }
                    let fields = (0..<count).map { "X\($0): \(String(repeating: "x", count: length))" }
                    try await wire.send(
                        (["GET / HTTP/1.1", "Host: localhost"] + fields + ["", ""]).joined(separator: "\r\n"))
                    let answer = try await wire.readToEnd()
                    #expect(answer.hasPrefix("HTTP/1.1 431 "))
                    #expect(answer.contains("application/problem+json"))
                    #expect(answer.contains("the header is too large: expected at most 100 fields, 16 KiB for a field"))
                }
            }
        }
    }

    @Test func `An incomplete request head closes the connection after the time limit`() async throws {
        try await LiveHost.run(change: { $0.connectionLimit = .milliseconds(50) }) { _, port, _ in
            try await Wire.connected(to: port) { wire in
                // The host may already have closed the connection.
                try? await wire.send("GET / HTTP/1.1\r\nHost: local")
                let answer = try await wire.readToEnd()
                #expect(answer == "")
            }
        }
    }

    @Test func `A stopping host sends a closed event on every open stream`() async throws {
        try await LiveHost.run { server, port, stop in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            let attached = Latch()
            attached.open()
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await Wire.connected(to: port) { wire in
                            try await wire.send(
                                "GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                            _ = try await wire.readEvent()
                            await attached.wait()
                            #expect(try await wire.readToEnd().contains("event: closed\n"))
                        }
                    }
                }
                await attached.arrival(100)
                #expect(await session.viewerCount == 100)
                await stop()
                try await group.waitForAll()
            }
        }
    }

    @Test func `A body whose announced length is too large is refused before it arrives`() async throws {
        try await LiveHost.run { _, port, _ in
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                    "Content-Length: 1048577")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 413 ") == true)
            }
        }
    }
}

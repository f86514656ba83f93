import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct RestoredRightTests {
    private static let (kim, lee) = ("0123456789abcdef-kim", "0123456789abcdef-lee")
    private static let bearer = (kim: "Authorization: Bearer \(kim)", lee: "Authorization: Bearer \(lee)")

    /// Runs a host with kim as a keeper, and lee without roles.
    private func run(
        _ record: LogRecord? = nil, _ body: (TokenFolder, ManualClock, _ port: Int) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let folder = try TokenFolder("kim \(Self.kim) keeper", "lee \(Self.lee)")
        try await LiveHost.run(
            [KnockFeature()], clock: clock,
            change: {
                $0.tokenFile = folder.path
                if record != nil { $0.logLevel = .trace }
            }, record: record
        ) { _, port, _ in
            try await body(folder, clock, port)
        }
    }

    private func signIn(_ token: String, on port: Int) async throws -> String {
        let head = try await Wire.ask(
            "POST /login", on: port, body: ("application/x-www-form-urlencoded", "token=\(token)&next=/"))
        return "Cookie: \(try #require(head.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/)).1)"
    }

    private func open(on port: Int) async throws -> String {
        let head = try await Wire.ask(
            "POST /api/sessions", on: port, [Self.bearer.kim],
            body: ("application/json", #"{"feature": "vault"}"#))
        return String(try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/)).1)
    }

    private func status(_ request: String, on port: Int, _ field: String) async throws -> String {
        String(try await Wire.ask(request, on: port, [field]).dropFirst(9).prefix(3))
    }

    /// Lets second after second pass until a condition holds.
    private func wait(_ clock: ManualClock, until isTrue: () async throws -> Bool) async throws {
        while try await !isTrue() {
            await clock.advance(by: .seconds(1))
            await Task.yield()
        }
    }

    private func watch(_ wire: inout Wire, _ path: String, _ fields: String...) async throws -> String {
        let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + fields + ["", ""]
        try await wire.send(lines.joined(separator: "\r\n"))
        #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
        return try #require(await wire.readEvent())
    }

    @Test(arguments: ["/api/sessions/ID/events?vocabulary=99", "/sessions/ID/live"])
    func `A token that is gone ends its sign-ins and all streams with it, and nobody else's`(path: String) async throws
    {
        try await run { folder, clock, port in
            let (session, cookie) = (try await open(on: port), try await signIn(Self.kim, on: port))
            let path = path.replacing("ID", with: session)
            try await Wire.connected(to: port) { browser in
                try await Wire.connected(to: port) { program in
                    try await Wire.connected(to: port) { other in
                        _ = try await watch(&browser, path, cookie)
                        _ = try await watch(&program, path, Self.bearer.kim)
                        _ = try await watch(&other, path, Self.bearer.lee)
                        try folder.write("lee \(Self.lee)\n")
                        try await wait(clock) {
                            try await status("GET /api/person", on: port, Self.bearer.kim) == "401"
                        }
                        #expect(try await !browser.readToEnd().contains("event: closed"))
                        #expect(try await !program.readToEnd().contains("event: closed"))
                        #expect(try await status("GET /api/person", on: port, cookie) == "401")
                        #expect(
                            try await status("GET \(path)", on: port, "\(cookie)\r\nAccept: text/event-stream") == "401"
                        )
                        _ = try await Wire.ask(
                            "POST /api/sessions/\(session)/actions/knock", on: port, [Self.bearer.lee])
                        #expect(try await other.readEvent()?.contains("lee knocked") == true)
                        // The token comes back, but not the sign-in.
                        try folder.write("kim \(Self.kim)\nlee \(Self.lee)\n")
                        try await wait(clock) {
                            try await status("GET /api/person", on: port, Self.bearer.kim) == "200"
                        }
                        #expect(try await status("GET /api/person", on: port, cookie) == "401")
                    }
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `A changed role shows in the next request, and streams begin anew with it`(gains: Bool) async throws {
        let (token, field) = gains ? (Self.lee, Self.bearer.lee) : (Self.kim, Self.bearer.kim)
        try await run { folder, clock, port in
            let (session, cookie) = (try await open(on: port), try await signIn(token, on: port))
            for path in ["/api/sessions/\(session)/events?vocabulary=99", "/sessions/\(session)/live"] {
                try folder.write("kim \(Self.kim) keeper\nlee \(Self.lee)\n")
                try await wait(clock) {
                    try await status("POST /api/sessions/\(session)/actions/unlock", on: port, field)
                        == (gains ? "403" : "200")
                }
                try await Wire.connected(to: port) { browser in
                    try await Wire.connected(to: port) { program in
                        var ids: [Substring] = []
                        for frame in [
                            try await watch(&browser, path, cookie), try await watch(&program, path, field),
                        ] {
                            #expect(frame.contains("event: frame") && frame.contains("Unlock") == !gains)
                            ids.append(try #require(frame.firstMatch(of: /id: ([^\n]+)/)).1)
                        }
                        try folder.write("kim \(Self.kim)\nlee \(Self.lee) keeper,helper\n")
                        try await wait(clock) {
                            try await status("POST /api/sessions/\(session)/actions/unlock", on: port, cookie)
                                == (gains ? "200" : "403")
                        }
                        _ = try await (browser.readToEnd(), program.readToEnd())
                        try await Wire.connected(to: port) { again in
                            // The revision is the same, but the person sees something else of it.
                            let frame = try await watch(&again, path, cookie, "Last-Event-ID: \(ids[0])")
                            #expect(frame.contains("event: frame") && frame.contains("Unlock") == gains)
                        }
                    }
                }
            }
        }
    }

    @Test func `A file that is still written gives nobody every role`() async throws {
        try await run { folder, clock, port in
            for half in ["administrator-of-dogs", String(Self.kim.dropLast())] {
                try folder.write(half)
                for _ in 1...3 { await clock.advance(by: .seconds(1)) }
                #expect(try await status("GET /api/person", on: port, "Authorization: Bearer \(half)") == "401")
                #expect(try await status("GET /api/person", on: port, Self.bearer.lee) == "200")
            }
            try folder.write("lee \(Self.lee)\n")
            try await wait(clock) { try await status("GET /api/person", on: port, Self.bearer.kim) == "401" }
        }
    }

    @Test func `A change of the file counts although its size and its time are the same`() async throws {
        try await run { folder, clock, port in
            let time = try #require(try FileManager.default.attributesOfItem(atPath: folder.path)[.modificationDate])
            try Data("kim \(Self.kim) keeper\nlee \(Self.lee.replacing("lee", with: "LEE"))\n".utf8)
                .write(to: URL(filePath: folder.path))
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.path)
            try await wait(clock) { try await status("GET /api/person", on: port, Self.bearer.lee) == "401" }
        }
    }

    @Test func `A file that is wrong or missing keeps the earlier tokens, is reported once and read again`()
        async throws
    {
        let record = LogRecord()
        try await run(record) { folder, clock, port in
            func reports() -> [String] {
                record.entries.filter { $0.message.hasPrefix("The token file") }.map {
                    "\($0.level) \($0.message)" + ($0.metadata["reason"].map { ": \($0)" } ?? "")
                }
            }
            try folder.write("kim \(Self.kim)\nkim \(Self.kim)\n")
            try await wait(clock) { !reports().isEmpty }
            try folder.remove()
            try await wait(clock) { reports().count > 1 }
            for _ in 0..<5 {
                await clock.advance(by: .seconds(1))
                #expect(try await status("GET /api/person", on: port, Self.bearer.kim) == "200")
            }
            try folder.write("max \(Self.kim)\n")
            try await wait(clock) { reports().count > 2 }
            #expect(
                reports() == [
                    "error The token file cannot be used; the earlier tokens stay valid: --token-file: '\(folder.path)', "
                        + "line 2: an earlier line has the same name",
                    "error The token file cannot be used; the earlier tokens stay valid: --token-file: '\(folder.path)' "
                        + "cannot be read",
                    "notice The token file can be read again",
                ])
            #expect(try await status("GET /api/person", on: port, Self.bearer.lee) == "401")
            #expect(try await status("GET /api/person", on: port, Self.bearer.kim) == "200")
        }
        #expect(!"\(record.entries)".contains("0123456789abcdef"))
    }

    @Test func `A file that is a link is read again when the target of the link is replaced`() async throws {
        try await run { folder, clock, port in
            for (number, token) in [Self.kim, Self.lee, Self.kim].enumerated() {
                // All contents have the same size.
                try folder.link("max \(token)", number: number)
                try await wait(clock) {
                    try await Wire.get("/api/person", on: port, ["Authorization: Bearer \(token)"]).text.contains("max")
                }
            }
        }
    }

    @Test func `Tokens and cookies stand in no answer and in no line of the log`() async throws {
        let record = LogRecord()
        try await run(record) { _, _, port in
            let session = try await open(on: port)
            let cookie = try await signIn(Self.kim, on: port)
            let value = String(try #require(cookie.split(separator: "=").last))
            for path in ["/", "/login", "/features/vault", "/sessions/\(session)", "/nothing", "/api/nothing", "/docs"]
            {
                for field in [cookie, Self.bearer.kim] {
                    let answer = try await Wire.connected(to: port) { wire in
                        try await wire.send("GET \(path) HTTP/1.1", "Host: localhost", "Connection: close", field)
                        return try await wire.readToEnd()
                    }
                    #expect(answer.hasPrefix("HTTP/1.1 "))
                    #expect(!answer.contains(Self.kim) && !answer.contains(value), "\(path)")
                }
            }
            _ = try await status("GET /api/person", on: port, "\(Self.bearer.kim)-wrong")
            #expect(!"\(record.entries)".contains(value))
        }
        #expect(record.entries.contains { $0.message == "A client presented a wrong access token" })
        #expect(!"\(record.entries)".contains("0123456789abcdef"))
    }
}

import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

/// Tests that what belongs to one person is out of another's reach.
@Suite(.timeLimit(.minutes(5))) struct PersonSeparationTests {
    private static let (kim, lee) = ("0123456789abcdef-kim", "0123456789abcdef-lee")

    /// Runs a host with kim as a keeper, and lee without roles.
    private func run(_ test: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        let folder = try TokenFolder("kim \(Self.kim) keeper", "lee \(Self.lee)")
        try await TestHost([VaultFeature()], change: { $0.tokenFile = folder.path }).run(test)
    }

    private func bearer(_ token: String, key: String? = nil) throws -> HTTPFields {
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        if let key { fields[try #require(HTTPField.Name("Idempotency-Key"))] = key }
        return fields
    }

    private func signIn(_ client: HostClient, _ token: String) async throws -> HTTPFields {
        let response = try await client.post("/login", form: "token=\(token)&next=/")
        return [.cookie: String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })]
    }

    @Test func `A person's sign-ins end that person's oldest ones, and nobody else's`() async throws {
        let folder = try TokenFolder("kim \(Self.kim) keeper", "lee \(Self.lee)")
        let host = try TestHost(change: { $0.tokenFile = folder.path })
        try await host.run { client in
            let kim = try await signIn(client, Self.kim)
            let first = try await signIn(client, Self.lee)
            host.clock.move(by: .seconds(1))
            for _ in 1...20 { _ = try await signIn(client, Self.lee) }
            #expect(try await client.get("/api/person", first).status == .unauthorized)
            for _ in 1...1_000 { _ = try await signIn(client, Self.lee) }
            #expect(try await client.get("/api/person", kim).status == .ok)
        }
    }

    @Test func `Many people share a token without a name, and none of them ends another's sign-in`() async throws {
        let host = try TestHost(change: { $0.token = Self.kim })
        try await host.run { client in
            let first = try await signIn(client, Self.kim)
            host.clock.move(by: .seconds(1))
            for _ in 1...30 { _ = try await signIn(client, Self.kim) }
            #expect(try await client.get("/api/person", first).status == .ok)
        }
    }

    @Test func `Another person's idempotency key opens a session of its own`() async throws {
        try await run { client in
            let body = #"{"feature":"vault"}"#
            let (kim, lee) = (try bearer(Self.kim, key: "nightly"), try bearer(Self.lee, key: "nightly"))
            let planted = try await client.post("/api/sessions", json: body, lee).frame().session
            let own = try await client.post("/api/sessions", json: body, kim)
            #expect(try own.frame().session != planted)
            let again = try await client.post("/api/sessions", json: body, kim)
            #expect(try again.frame().session == own.frame().session)
            let other = try await client.post("/api/sessions", json: #"{"feature":"kennel"}"#, lee)
            #expect(other.status == .unprocessableContent)
        }
    }

    @Test func `Another person's idempotency keys neither block an action nor make the host forget its answer`()
        async throws
    {
        try await run { client in
            let path = "/api/features/vault/actions/put"
            let body = #"{"name":"silver"}"#
            let planted = try await client.post(path, json: body, try bearer(Self.lee, key: "order-1"))
            let own = try await client.post(path, json: body, try bearer(Self.kim, key: "order-1"))
            #expect(own.status == .ok)
            // Each answer has the id of the session in which the action was performed.
            #expect(try own.frame().session != planted.frame().session)
            for number in 0..<300 {
                _ = try await client.post(path, json: body, try bearer(Self.lee, key: "\(number)"))
            }
            let again = try await client.post(path, json: body, try bearer(Self.kim, key: "order-1"))
            #expect(try again.frame().session == own.frame().session)
        }
    }

    @Test func `A notice waits for the page of the person who has acted`() async throws {
        try await run { client in
            let (kim, lee) = (try await signIn(client, Self.kim), try await signIn(client, Self.lee))
            let id = try await client.post("/api/sessions", json: #"{"feature":"vault"}"#, kim).frame().session
            let answer = try await client.post("/sessions/\(id)/actions/put", form: "f.name=silver", kim)
            #expect(answer.status == .seeOther)
            #expect(try await client.get("/sessions/\(id)", lee).text.contains("Kept.") == false)
            #expect(try await client.get("/sessions/\(id)", kim).text.contains("Kept."))
            #expect(try await client.get("/sessions/\(id)", kim).text.contains("Kept.") == false)
        }
    }

    @Test func `Names of different bytes are different persons, also if they look the same`() async throws {
        let (host, names) = (try ProxiedHost(), ["é", "e\u{301}"])
        try await LiveHost.run([VaultFeature()], change: host.configure) { _, port, _ in
            for (number, name) in names.enumerated() {
                let fields = [ProxiedHost.secret, "X-Remote-User: \(name)"]
                let list = try await Wire.get("/api/sessions", on: port, fields).text
                #expect(list.hasSuffix("\r\n\r\n[]"), "\(number): \(list)")
                let opened = try await Wire.ask(
                    "POST /api/sessions", on: port, from: ProxiedHost.proxy, fields,
                    body: ("application/json", #"{"feature":"vault"}"#))
                #expect(opened.hasPrefix("HTTP/1.1 201"))
            }
        }
    }

    @Test func `Neither names nor ids of records can forge a part of a line in the log`() async throws {
        let (host, record) = (try ProxiedHost(), LogRecord())
        let forged = "x\" person=root outcome=done\u{202E}\\"
        try await LiveHost.run(
            [VaultFeature()],
            change: {
                host.configure(&$0)
                $0.logLevel = .info
            }, record: record
        ) { _, port, _ in
            let item = try JSONEncoder().encode(["item": forged])
            _ = try await Wire.ask(
                "POST /api/features/vault/actions/take", on: port, from: ProxiedHost.proxy,
                [ProxiedHost.secret, "X-Remote-User: k\"im \\ \u{202E}", "X-Remote-Roles: keeper"],
                body: ("application/json", String(decoding: item, as: UTF8.self)))
        }
        let line = try #require(record.entries.first { "\($0.message)".contains("take of vault") }).metadata
        #expect("\(line["person"] ?? "")" == #""k\"im \\ \u{202e}""#)
        #expect("\(line["record"] ?? "")" == #""x\" person=root outcome=done\u{202e}\\""#)
    }
}

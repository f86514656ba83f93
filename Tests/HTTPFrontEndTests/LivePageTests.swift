import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LivePageTests {
    private static let asScript: HTTPFields = [.accept: "application/json"]

    @Test func `A page's stream sends only the row that has changed`() async throws {
        try await LiveHost.run { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live HTTP/1.1", "Host: localhost")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
                let frame = try #require(await wire.readEvent())
                #expect(
                    frame.contains(
                        "event: frame\nid: 1\ndata: {\"revision\":1,\"place\":\"/features/kennel\",\"html\":\""))
                #expect(frame.contains("<h1 id=\\\"title\\\"") && !frame.contains("name=\\\".key"))
                _ = try await session.perform("rename", ["id": "2", "name": "Rex"])
                let patch = try #require(await wire.readEvent())
                #expect(
                    patch.contains("event: patch\nid: 2\ndata: {\"from\":1,\"to\":2,\"edits\":[{\"html\":\"<li id="))
                #expect(patch.contains("<bdi>Rex</bdi>") && !patch.contains("Alfred"))
                _ = try await session.perform("release", ["id": "1"])
                #expect(
                    try await wire.readEvent()?.contains("\"edits\":[{\"drop\":[\"r:dogs:1\"]}]}") == true)
                _ = try await session.perform("bark")
                let notice = try #require(await wire.readEvent())
                #expect(notice.contains("event: notice\ndata: {\"html\":\"<p class=\\\"notice positive"))
                _ = try await session.perform("release", ["id": "2"])
                let empty = try #require(await wire.readEvent())
                #expect(empty.contains("{\"class\":\"screen critical\",\"of\":\"screen\"}"))
                #expect(empty.contains("<bdi>No dogs</bdi>") && !empty.contains("Alfred"))
                await session.close()
                #expect(try await wire.readToEnd().contains("event: closed\n"))
            }
        }
    }

    @Test func `A page's stream continues after the frame of the page`() async throws {
        try await LiveHost.run { server, port, _ in
            let id = try await Wire.open("kennel", on: port)
            let session = try server.session(id)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id) HTTP/1.1", "Host: localhost")
                #expect(try await wire.read(through: "</html>")?.contains("data-revision=\"1\"") == true)
            }
            for number in 1...3 { _ = try await session.perform("rename", ["id": "1", "name": .text("\(number)")]) }
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live?after=1 HTTP/1.1", "Host: localhost")
                let first = try #require(await wire.readEvent())
                #expect(first.contains("event: patch\nid: 4\ndata: {\"from\":1,\"to\":4,"))
            }
        }
    }

    @Test func `A page's stream sends the forms when the screen has loaded`() async throws {
        let clock = ManualClock()
        try await LiveHost.run([KennelFeature(clock: clock)]) { server, port, _ in
            let body = "{\"feature\":\"kennel\",\"options\":{\"latency\":\"2s\"}}"
            let head = try await Wire.post(port, "/api/sessions", body)
            let id = String(try #require(head.firstMatch(of: /sessions\/([0-9a-f]+)/)).1)
            let page = try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id) HTTP/1.1", "Host: localhost")
                return try #require(await wire.read(through: "</html>"))
            }
            let revision = try #require(page.firstMatch(of: /data-revision="([0-9]+)"/)).1
            #expect(!page.contains("Adopt a dog"))
            await clock.advance(by: .seconds(2))
            _ = try await server.session(id).settled()
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live?after=\(revision) HTTP/1.1", "Host: localhost")
                let patch = try #require(await wire.readEvent())
                #expect(patch.contains("event: patch\n") && patch.contains("<div id=\\\"asks\\\""))
                #expect(patch.contains("Adopt a dog"))
            }
        }
    }

    @Test func `A script that sends a form gets the new content of the page`() async throws {
        try await TestHost().run { client in
            let id = try await client.openSessionPage("kennel").id
            let path = "/sessions/\(id)/actions/adopt"
            let answer = try await client.post(path, form: "name=Rex&breed=Bulldog&age=2", Self.asScript)
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            #expect(answer.text.hasPrefix("{\"revision\":2,\"place\":\"/features/kennel\",\"html\":\""))
            #expect(answer.text.contains("<bdi>Rex</bdi>"))
            #expect(answer.text.contains("\"notices\":\"<p class=\\\"notice positive\\\""))
            let refusal = try await client.post(path, form: "name=Max&breed=Cat&age=2", Self.asScript)
            #expect(refusal.status == .unprocessableContent)
            #expect(refusal.text.contains("value=\\\"Max\\\"") && refusal.text.contains("aria-invalid=\\\"true\\\""))
            let bitten = try await client.post("/sessions/\(id)/actions/bite", form: "", Self.asScript)
            #expect(bitten.status == .internalServerError)
            #expect(bitten.text.contains("\"notices\":\"<p class=\\\"notice critical"))
            #expect(try await client.get("/sessions/\(id)", Self.asScript).text.hasPrefix("{\"revision\":2,"))
        }
    }

    @Test func `A page's script gets 404 when the page's session has ended`() async throws {
        try await TestHost().run { client in
            let id = try await client.openSessionPage("kennel").id
            _ = try await client.ask(.delete, "/api/sessions/\(id)")
            #expect(try await client.get("/sessions/\(id)", Self.asScript).status == .notFound)
            #expect(try await client.get("/sessions/\(id)/live").status == .notFound)
            #expect(try await client.post("/sessions/\(id)/actions/bark", form: "", Self.asScript).status == .notFound)
        }
    }

    @Test func `The script is served as it is written, and the script's address changes with its content`() async throws
    {
        try await TestHost().run { client in
            let page = try await client.openPage("kennel").text
            let address = try #require(page.firstMatch(of: /src="(\/live\.js\?v=[0-9a-f]+)"/)).1
            let script = try await client.get(String(address))
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(script.text.hasPrefix("\"use strict\";"))
            #expect(script.text.contains("// Makes a session's page live"))
        }
    }
}

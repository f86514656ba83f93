import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct NegotiationTests {
    @Test(arguments: [
        "*/*", "application/json", "application/*", "APPLICATION/JSON", "text/html, application/json;q=0.1",
        "text/html;q=0.9, */*;q=0.1", "application/json;q=1;charset=utf-8", "", "nonsense", "text/html, */*",
        "application/*;q=0, application/json;q=0.5", "text/event-stream, application/json",
    ])
    func `A client that accepts JSON gets JSON`(accept: String) async throws {
        #expect(try await TestHost.ask(.get, "/api/features", [.accept: accept]).status == .ok)
        #expect(try await TestHost.ask(.get, "/openapi.json", [.accept: accept]).status == .ok)
    }

    @Test(arguments: [
        "text/html", "application/xml", "application/json;q=0", "*/*;q=0", "application/json;q=0, */*",
        "application/*; q=0.000, text/html", "text/*", "application/problem+json",
    ])
    func `A client that does not accept JSON is answered with 406`(accept: String) async throws {
        let problem = try await TestHost.ask(.get, "/api/features", [.accept: accept]).problem(.notAcceptable)
        #expect(
            problem.detail == "this address answers application/json, which the header Accept does not allow")
        for (method, path) in [
            (HTTPRequest.Method.get, "/api/features/kennel/screen"), (.post, "/api/features/kennel/actions/bark"),
            (.get, "/api/sessions"), (.post, "/api/sessions"), (.get, "/api/sessions/x"),
            (.post, "/api/sessions/x/actions/bark"), (.get, "/openapi.json"),
        ] {
            #expect(try await TestHost.ask(method, path, [.accept: accept]).status == .notAcceptable, "\(path)")
        }
    }

    @Test func `A stream requires a client that accepts events`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/events"
            let problem = try await client.get(path, [.accept: "application/json"]).problem(.notAcceptable)
            #expect(
                problem.detail == "this address answers text/event-stream, which the header Accept does not allow")
            #expect(try await client.ask(.head, path, [.accept: "text/event-stream"]).status == .ok)
        }
    }

    @Test func `An action is performed if If-Match names the current revision`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let tag = try #require(try await client.get("/api/sessions/\(id)").headers[.eTag])
            for given in [tag, "\"99\", \(tag)", "*", "\"99\",*"] {
                let response = try await client.ask(.post, "/api/sessions/\(id)/actions/bark", [.ifMatch: given])
                #expect(response.status == .ok, "\(given)")
            }
        }
    }

    @Test func `An action with another revision in If-Match is answered with 412 and has no effect`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let before = try await client.get("/api/sessions/\(id)")
            let tag = try #require(before.headers[.eTag])
            for given in ["\"99\"", "W/\(tag)", "", "\"x\"", "\"9,9\" , W/\"*\""] {
                let response = try await client.post(
                    "/api/sessions/\(id)/actions/release", json: #"{"id": "1"}"#, [.ifMatch: given])
                let problem = try response.problem(.preconditionFailed)
                let expected = given == "\"99\"" ? "revision 99" : "another revision"
                #expect(
                    problem.detail
                        == "expected \(expected), the session is at 1; fetch the screen and try again")
            }
            #expect(try await client.get("/api/sessions/\(id)").text == before.text)
        }
    }

    @Test(arguments: ["1", "\"1", "1\"", "W/1", "\"1\" \"2\"", "\"1\"x", "w/\"1\"", "*x", "\"9\", 1"])
    func `A malformed If-Match is answered with 400 and has no effect`(given: String) async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let response = try await client.post(
                "/api/sessions/\(id)/actions/release", json: #"{"id": "1"}"#, [.ifMatch: given])
            let detail = try response.problem(.badRequest).detail
            #expect(detail.hasPrefix("If-Match: expected entity tags, in quotes as ETag gives them, or *; got"))
            #expect(try await client.get("/api/sessions/\(id)").frame().revision == 1)
        }
    }

    @Test func `A waiting action is answered with 412 if another action changes the frame`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            let path = "/api/sessions/\(id)/actions"
            let tag = try #require(try await client.get("/api/sessions/\(id)").headers[.eTag])
            async let nap = client.ask(.post, "\(path)/nap")
            await host.latch.arrival()
            async let first = client.post("\(path)/release", json: #"{"id": "1"}"#, [.ifMatch: tag])
            async let second = client.post("\(path)/release", json: #"{"id": "2"}"#, [.ifMatch: tag])
            let session = try host.server.session(id)
            await eventually { await session.actionsAtWork == ["nap", "release", "release"] }
            host.latch.open()
            _ = try await nap
            let statuses = try await [first.status, second.status]
            #expect(statuses.count { $0 == .ok } == 1)
            #expect(statuses.count { $0 == .preconditionFailed } == 1)
            guard case .list(let list) = try await client.get("/api/sessions/\(id)").frame().screen.elements.first
            else {
                throw Surprise()
            }
            #expect(list.rows.count == 1)
        }
    }
}

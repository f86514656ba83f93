import FeatureKit
import FeatureTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct IdempotencyTests {
    private static let key = HTTPField.Name("Idempotency-Key") ?? .origin
    private static let rex = #"{"name": "Rex", "breed": "Bulldog", "age": 2}"#

    @Test func `Requests with the same key act once and get the same answer`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let second = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            #expect(first.status == .ok)
            #expect(second.status == .ok)
            #expect(first.text == second.text)
            // The presenter already knows Rex, so a second adoption would be refused.
            let third = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "b"])
            #expect(try third.problem(.unprocessableContent).errors == ["name": "Rex lives here already"])
        }
    }

    @Test func `A request with the same key and another body is answered with 422`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions"
            _ = try await client.post("\(path)/adopt", json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let other = #"{"name": "Max", "breed": "Bulldog", "age": 2}"#
            let problem = try await client.post("\(path)/adopt", json: other, [IdempotencyTests.key: "a"])
                .problem(.unprocessableContent)
            #expect(
                problem.detail
                    == "Idempotency-Key: \"a\" was given with another request; give each request its own")
            let action = try await client.post("\(path)/bark", json: "{}", [IdempotencyTests.key: "a"])
            #expect(action.status == .unprocessableContent)
        }
    }

    @Test func `A request with two keys is answered with 400`() async throws {
        try await TestHost().run { client in
            let keys: HTTPFields = [IdempotencyTests.key: "a"] + [IdempotencyTests.key: "b"]
            let session = try await client.open("kennel")
            for path in ["/api/sessions/\(session)/actions/bark", "/api/features/kennel/actions/bark"] {
                let problem = try await client.post(path, json: "{}", keys).problem(.badRequest)
                #expect(problem.detail == "expected the header Idempotency-Key at most once, got it 2 times")
            }
            _ = try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#, keys).problem(.badRequest)
            let page = try await client.post("/sessions/\(session)/actions/bark", form: "", keys)
            #expect(page.status == .badRequest)
        }
    }

    @Test func `Requests with the same values in different JSON notations are the same request`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let words = #"{"age": 2, "breed": "Bulldog",  "name": "\u0052ex"}"#
            #expect(try await client.post(path, json: words, [IdempotencyTests.key: "a"]).text == first.text)
        }
    }

    @Test func `A second request with the same key waits for the answer to the first request`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/nap"
            async let first = client.ask(.post, path, [IdempotencyTests.key: "a"])
            await host.latch.arrival()
            // A second nap with another key would be refused now.
            async let second = client.ask(.post, path, [IdempotencyTests.key: "a"])
            #expect(try await client.ask(.post, path, [IdempotencyTests.key: "b"]).status == .conflict)
            host.latch.open()
            #expect(try await first.text == second.text)
            #expect(try await first.status == .ok)
        }
    }

    @Test func `A request that was refused before it acted can be sent again with its key`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/nap"
            async let nap = client.ask(.post, path)
            await host.latch.arrival()
            #expect(try await client.ask(.post, path, [IdempotencyTests.key: "a"]).status == .conflict)
            host.latch.open()
            #expect(try await nap.status == .ok)
            #expect(try await client.ask(.post, path, [IdempotencyTests.key: "a"]).status == .ok)
        }
    }

    @Test func `A second request with the same key gets the error of the first request`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/bite"
            for _ in 0..<2 {
                let response = try await client.ask(.post, path, [IdempotencyTests.key: "a"])
                #expect(try response.problem(.internalServerError).detail == "the dog has bitten")
            }
        }
    }

    @Test func `Each session has its own keys and forgets the oldest keys`() async throws {
        try await TestHost().run { client in
            let first = "/api/sessions/\(try await client.open("kennel"))/actions/bark"
            let second = "/api/sessions/\(try await client.open("kennel"))/actions/refresh"
            _ = try await client.ask(.post, first, [IdempotencyTests.key: "a"])
            #expect(try await client.ask(.post, second, [IdempotencyTests.key: "a"]).status == .ok)
            for number in 0..<32 { _ = try await client.ask(.post, first, [IdempotencyTests.key: "\(number)"]) }
            let fetch = first.replacing("bark", with: "refresh")
            #expect(try await client.ask(.post, fetch, [IdempotencyTests.key: "31"]).status == .unprocessableContent)
            #expect(try await client.ask(.post, fetch, [IdempotencyTests.key: "a"]).status == .ok)
        }
    }

    @Test func `A stop action is performed even if its session has the maximum number of keyed calls`() async throws {
        let latch = Latch()
        try await TestHost([SirenFeature(latch: latch)]).run { client in
            let path = "/api/sessions/\(try await client.open("siren"))/actions"
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for number in 0...32 {
                    group.addTask { try await client.ask(.post, "\(path)/wail", [IdempotencyTests.key: "\(number)"]) }
                }
                // One request exceeds the limit.
                #expect(try await group.next()?.status == .serviceUnavailable)
                #expect(try await client.ask(.post, "\(path)/stop", [IdempotencyTests.key: "stop"]).status == .ok)
                for try await answer in group { #expect(answer.status == .ok) }
            }
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func `A malformed key is answered with 400`(key: String) async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/bark"
            let problem = try await client.ask(.post, path, [IdempotencyTests.key: key]).problem(.badRequest)
            #expect(problem.detail.hasPrefix("Idempotency-Key: expected 1 to 255 bytes, got"))
        }
    }

    @Test func `Two requests for a new session with the same key open only one session`() async throws {
        try await TestHost().run { client in
            let body = #"{"feature": "kennel", "options": {"source": "sample"}}"#
            let first = try await client.post("/api/sessions", json: body, [IdempotencyTests.key: "a"])
            let second = try await client.post("/api/sessions", json: body, [IdempotencyTests.key: "a"])
            #expect(first.status == .created)
            #expect(second.status == .created)
            #expect(second.headers[.location] == first.headers[.location])
            #expect(second.text == first.text)
            let other = try await client.post(
                "/api/sessions", json: #"{"feature": "kennel"}"#, [IdempotencyTests.key: "a"])
            #expect(other.status == .unprocessableContent)
            #expect(try await client.post("/api/sessions", json: body).headers[.location] != first.headers[.location])
            #expect(try await client.get("/api/sessions").text.ranges(of: "\"session\"").count == 2)
        }
    }

    @Test func `Two requests with the same key for an action without a session act once`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let path = "/api/features/kennel/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let second = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            // A second launch would have another session id.
            #expect(try first.frame().session == second.frame().session)
            let options = try await client.post(
                path + "?source=empty", json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            #expect(options.status == .unprocessableContent)
        }
    }
}

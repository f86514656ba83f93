import FeatureKit
import FeatureTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct IdempotencyTests {
    private static let key = HTTPField.Name("Idempotency-Key") ?? .origin
    private static let rex = #"{"name": "Rex", "breed": "Bulldog", "age": 2}"#

    @Test func `the same key acts once and gets the same answer`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let second = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            #expect(first.status == .ok)
            #expect(second.status == .ok)
            #expect(first.text == second.text)
            // The presenter knows Rex already.
            let third = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "b"])
            #expect(try third.problem(.unprocessableContent).errors == ["name": "Rex lives here already"])
        }
    }

    @Test func `the same key with another body is 422`() async throws {
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

    @Test func `the same body in another spelling is the same request`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let words = #"{"age": 2, "breed": "Bulldog",  "name": "\u0052ex"}"#
            #expect(try await client.post(path, json: words, [IdempotencyTests.key: "a"]).text == first.text)
        }
    }

    @Test func `a key whose answer is under way waits for it`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/nap"
            async let first = client.ask(.post, path, [IdempotencyTests.key: "a"])
            await host.latch.arrival()
            // Another nap would be refused meanwhile.
            async let second = client.ask(.post, path, [IdempotencyTests.key: "a"])
            #expect(try await client.ask(.post, path, [IdempotencyTests.key: "b"]).status == .conflict)
            host.latch.open()
            #expect(try await first.text == second.text)
            #expect(try await first.status == .ok)
        }
    }

    @Test func `an action refused before it acted may be sent again under its key`() async throws {
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

    @Test func `an error is replayed too`() async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/bite"
            for _ in 0..<2 {
                let response = try await client.ask(.post, path, [IdempotencyTests.key: "a"])
                #expect(try response.problem(.internalServerError).detail == "the dog has bitten")
            }
        }
    }

    @Test func `each session has its own keys, and forgets the oldest`() async throws {
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

    @Test func `a stop is performed although a session has as many keyed calls as it accepts`() async throws {
        let latch = Latch()
        try await TestHost([SirenFeature(latch: latch)]).run { client in
            let path = "/api/sessions/\(try await client.open("siren"))/actions"
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for number in 0...32 {
                    group.addTask { try await client.ask(.post, "\(path)/wail", [IdempotencyTests.key: "\(number)"]) }
                }
                // One request finds no room.
                #expect(try await group.next()?.status == .serviceUnavailable)
                #expect(try await client.ask(.post, "\(path)/stop", [IdempotencyTests.key: "stop"]).status == .ok)
                for try await answer in group { #expect(answer.status == .ok) }
            }
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func `a malformed key is 400`(key: String) async throws {
        try await TestHost().run { client in
            let path = "/api/sessions/\(try await client.open("kennel"))/actions/bark"
            let problem = try await client.ask(.post, path, [IdempotencyTests.key: key]).problem(.badRequest)
            #expect(problem.detail.hasPrefix("Idempotency-Key: expected 1 to 255 bytes, got"))
        }
    }

    @Test func `a session is opened once for its key`() async throws {
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

    @Test func `an action without a session acts once for its key too`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let path = "/api/features/kennel/actions/adopt"
            let first = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            let second = try await client.post(path, json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            // Another launch would be another session.
            #expect(try first.frame().session == second.frame().session)
            let options = try await client.post(
                path + "?source=empty", json: IdempotencyTests.rex, [IdempotencyTests.key: "a"])
            #expect(options.status == .unprocessableContent)
        }
    }
}

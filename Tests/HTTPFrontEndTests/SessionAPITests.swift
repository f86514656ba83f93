import FeatureKit
import FeatureTesting
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionAPITests {
    @Test func `Opening a session returns its address and its first frame`() async throws {
        try await TestHost().run { client in
            let response = try await client.post("/api/sessions", json: #"{"feature": "kennel"}"#)
            #expect(response.status == .created)
            let frame = try response.frame()
            #expect(frame.session.count == 32)
            #expect(response.headers[.location] == "/api/sessions/\(frame.session)")
            #expect(try await client.get("/api/sessions/\(frame.session)").status == .ok)
        }
    }

    @Test func `The options of a session have the types of their fields`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel", options: #"{"source": "empty"}"#)
            let frame = try await client.get("/api/sessions/\(id)").frame()
            #expect(frame.screen.elements == [.placeholder(id: "empty", "No dogs")])
        }
    }

    @Test(arguments: [
        (#"{}"#, ["feature": "expected text of 1 to 100 characters, got nothing"]),
        (#"{"feature": 7}"#, ["feature": "expected text of 1 to 100 characters, got 7"]),
        (#"{"feature": null}"#, ["feature": "expected text of 1 to 100 characters, got null"]),
        (
            #"{"feature": "kennel", "optoins": 1}"#,
            ["optoins": "there is no such field, known are feature, options; did you mean 'options'?"]
        ),
        (#"{"feature": "kennel", "options": []}"#, ["options": "expected an object of options, got an array"]),
        (#"{"feature": "kennel", "options": "x"}"#, ["options": "expected an object of options, got \"x\""]),
        (
            #"{"feature": "kennel", "options": {"source": "dogs.csv"}}"#,
            ["source": "expected one of stored, sample, empty"]
        ),
        (#"{"feature": "kennel", "options": {"secret": "x"}}"#, ["secret": "there is no such option"]),
        (
            #"{"feature": "kennel", "options": {"source": {"a": 1}, "latency": 2}}"#,
            ["source": "expected one of stored, sample, empty, got an object", "latency": "expected a duration like"]
        ),
    ])
    func `A session request with wrong members gets 422`(body: String, errors: [String: String]) async throws {
        let problem = try await TestHost().asked { try await $0.post("/api/sessions", json: body) }
            .problem(.unprocessableContent)
        #expect(problem.errors?.keys.sorted() == errors.keys.sorted())
        for (name, message) in errors {
            #expect(problem.errors?[name]?.hasPrefix(message) == true, "\(problem)")
        }
    }

    @Test func `A session request with options in the query is answered with 422`() async throws {
        let problem = try await TestHost().asked { client in
            try await client.post("/api/sessions?source=empty", json: #"{"feature": "kennel"}"#)
        }.problem(.unprocessableContent)
        #expect(problem.errors?["options"]?.hasPrefix("expected in the body, ") == true)
    }

    @Test func `The entity tag of a frame is the revision, and a client that has the frame gets 304`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let first = try await client.get("/api/sessions/\(id)")
            let tag = try #require(first.headers[.eTag])
            #expect(tag == "\"\(try first.frame().revision)\"")
            for given in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let second = try await client.get("/api/sessions/\(id)", [.ifNoneMatch: given])
                #expect(second.status == .notModified)
                #expect(second.headers[.eTag] == tag)
                #expect(second.body.readableBytes == 0)
            }
            _ = try await client.post("/api/sessions/\(id)/actions/release", json: #"{"id": "1"}"#)
            let third = try await client.get("/api/sessions/\(id)", [.ifNoneMatch: tag])
            #expect(third.status == .ok)
            #expect(third.headers[.eTag] != tag)
        }
    }

    @Test func `An action returns the frame and the notices of its effect`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel", options: #"{"source": "empty"}"#)
            let response = try await client.post(
                "/api/sessions/\(id)/actions/adopt", json: #"{"name": "Rex", "breed": "Bulldog", "age": 2.0}"#)
            #expect(response.status == .ok)
            #expect(response.text.contains(#""notices":[{"text":"Rex has a home","tone":"positive"}]"#))
            #expect(try response.frame().screen.tone == .plain)
        }
    }

    @Test(arguments: [
        (#"{"age": "2", "name": "", "breed": "Cat"}"#, ["age", "name", "breed"]),
        (#"{"age": 31, "name": "Rex", "breed": "Bulldog"}"#, ["age"]),
        (#"{"age": 2.5, "name": "Rex", "breed": "Bulldog"}"#, ["age"]),
        (#"{"age": 1e400, "name": "Rex", "breed": "Bulldog"}"#, ["age"]),
        (#"{"age": 123456789012345678901234567890, "name": "Rex", "breed": "Bulldog"}"#, ["age"]),
        (#"{"age": null, "name": ["Rex"], "breed": {"a": {"b": 1}}}"#, ["age", "name", "breed"]),
        (#"{"age": true, "name": 1, "breed": "Bulldog", "colour": "red"}"#, ["age", "name", "colour"]),
        (#"{}"#, ["age", "name", "breed"]),
    ])
    func `Arguments that break a rule are answered with 422`(body: String, names: [String]) async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let before = try await client.get("/api/sessions/\(id)").frame()
            let problem = try await client.post("/api/sessions/\(id)/actions/adopt", json: body)
                .problem(.unprocessableContent)
            #expect(problem.errors?.keys.sorted() == names.sorted())
            #expect(try await client.get("/api/sessions/\(id)").frame() == before)
        }
    }

    @Test func `Input that the presenter refuses is answered with 422`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let problem = try await client.post(
                "/api/sessions/\(id)/actions/adopt", json: #"{"name": "Alfred", "breed": "Bulldog", "age": 2}"#
            ).problem(.unprocessableContent)
            #expect(problem.errors == ["name": "Alfred lives here already"])
        }
    }

    @Test func `A field that accepts a path on the command line refuses a path from a client`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let problem = try await client.post("/api/sessions/\(id)/actions/load", json: #"{"source": "/etc/passwd"}"#)
                .problem(.unprocessableContent)
            #expect(problem.errors?["source"] == "expected one of stored, sample, empty, got \"/etc/passwd\"")
        }
    }

    @Test func `A call of a disabled action is answered with 409`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let problem = try await client.ask(.post, "/api/sessions/\(id)/actions/open").problem(.conflict)
            #expect(problem.detail == "'Open the gate' is disabled on the current screen.")
        }
    }

    @Test func `A call of an action that is still running is answered with 409`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            async let first = client.ask(.post, "/api/sessions/\(id)/actions/nap")
            await host.latch.arrival()
            let problem = try await client.ask(.post, "/api/sessions/\(id)/actions/nap").problem(.conflict)
            #expect(problem.detail == "'nap' is still running; try again when it has ended")
            host.latch.open()
            #expect(try await first.status == .ok)
        }
    }

    @Test func `An action that a later call replaces is answered with 409`() async throws {
        let host = try TestHost()
        try await host.run { client in
            let id = try await client.open("kennel")
            async let first = client.ask(.post, "/api/sessions/\(id)/actions/fetch")
            await host.latch.arrival()
            async let second = client.ask(.post, "/api/sessions/\(id)/actions/fetch")
            let problem = try await first.problem(.conflict)
            #expect(problem.detail.hasPrefix("a later call of 'fetch' has replaced this one"))
            await host.latch.arrival(2)
            host.latch.open()
            #expect(try await second.status == .ok)
        }
    }

    @Test func `An error of the feature is answered with 500, and the session continues`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let problem = try await client.ask(.post, "/api/sessions/\(id)/actions/bite").problem(.internalServerError)
            #expect(problem.detail == "the dog has bitten")
            #expect(try await client.ask(.post, "/api/sessions/\(id)/actions/bark").status == .ok)
        }
    }

    @Test func `The running sessions are listed with the options of their launches`() async throws {
        try await TestHost().run { client in
            #expect(try await client.get("/api/sessions").text == "[]")
            let id = try await client.open("kennel", options: #"{"source": "empty"}"#)
            let text = try await client.get("/api/sessions").text
            #expect(text.hasPrefix(#"[{"feature":"kennel","options":{"#) && text.contains(#""source":"empty""#))
            #expect(text.hasSuffix(#"},"session":"\#(id)","title":"Kennel"}]"#))
        }
    }

    @Test func `A request for a deleted session is answered with 404`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            let response = try await client.ask(.delete, "/api/sessions/\(id)")
            #expect(response.status == .noContent)
            #expect(response.body.readableBytes == 0)
            #expect(try await client.get("/api/sessions").text == "[]")
            for (method, path) in [
                (HTTPRequest.Method.get, ""), (.get, "/events"), (.post, "/actions/bark"), (.delete, ""),
            ] {
                let problem = try await client.ask(method, "/api/sessions/\(id)\(path)").problem(.notFound)
                #expect(problem.detail == "session \"\(id)\" does not exist or has ended; launch the feature again")
            }
        }
    }
}

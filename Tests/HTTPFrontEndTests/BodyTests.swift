import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyTests {
    private func adopt(_ fields: HTTPFields, body: String) async throws -> TestResponse {
        try await TestHost.ask(.post, "/api/features/kennel/actions/adopt", fields, body: body)
    }

    @Test(arguments: ["", "text/plain", "application/x-www-form-urlencoded", "application/json-seq"])
    func `A body with a media type other than JSON is answered with 415`(type: String) async throws {
        let fields: HTTPFields = type.isEmpty ? [:] : [.contentType: type]
        let problem = try await adopt(fields, body: "{}").problem(.unsupportedMediaType)
        let given = type.isEmpty ? "none" : "\"\(type)\""
        #expect(problem.detail == "expected a body of the type application/json, got \(given)")
    }

    @Test(arguments: ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON ;charset=\"UTF-8\""])
    func `A JSON body is recognized by its media type, ignoring parameters and case`(type: String) async throws {
        _ = try await adopt([.contentType: type], body: "{}").problem(.unprocessableContent)
    }

    @Test(arguments: ["utf-16", "\"UTF-16\"", " iso-8859-1 ", ""])
    func `A body with a charset other than UTF-8 is answered with 415`(charset: String) async throws {
        let problem = try await adopt([.contentType: "application/json; charset=\(charset)"], body: "{}")
            .problem(.unsupportedMediaType)
        #expect(problem.detail.hasPrefix("expected a body in UTF-8, got the charset "))
    }

    @Test func `A compressed body is answered with 415`() async throws {
        _ = try await adopt([.contentType: "application/json", .contentEncoding: "gzip"], body: "{}")
            .problem(.unsupportedMediaType)
    }

    @Test(arguments: [
        "{", "nonsense", "[]", "7", "\"text\"", "null", "{\"name\": }", "{\"name\" \"Rex\"}", "{} {}", "\u{FEFF}[",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 600),
        "{\"age\": 02}", "{\"age\": 00}", "{\"age\": 1.}", "{\"age\": 1e}", "{\"age\": -}", "{\"age\": -01.5}",
        "{\"age\": [1e+, 2]}", "{\"age\": 1x}", "{\"name\": \"Rex\", }", "{\"name\": [1, ]}", "{\"name\\ud800\": 1}",
        "{\"name\": " + String(repeating: "[", count: 400) + String(repeating: "]", count: 400),
    ])
    func `A body that is no JSON object is answered with 400`(body: String) async throws {
        let problem = try await adopt([.contentType: "application/json"], body: body).problem(.badRequest)
        #expect(problem.detail.hasPrefix("the body is not a JSON object: "))
        #expect(problem.detail.count < 300)
    }

    @Test(arguments: [
        "0", "-0", "10", "1.0", "2e0", "0.5E+1", "20e-1", "7 ", "2.000", "0e-9", "0e99999999999999999999",
    ])
    func `Every notation of a JSON number is parsed as a number`(number: String) async throws {
        let problem = try await adopt([.contentType: "application/json"], body: "{\"age\":\(number)}")
            .problem(.unprocessableContent)
        #expect(problem.errors?.keys.sorted() == ["breed", "name"])
    }

    @Test(arguments: ["2.0000000000000000001", "2.5", "25e-1", "1e-400", "0.1e-99999999999999999999"])
    func `A JSON number with a fraction is no integer, even if a double cannot hold the fraction`(
        number: String
    ) async throws {
        let problem = try await adopt([.contentType: "application/json"], body: "{\"age\":\(number)}")
            .problem(.unprocessableContent)
        #expect(problem.errors?["age"]?.hasPrefix("expected a whole number ") == true)
    }

    @Test func `A problem names the first wrong members and counts the remaining wrong members`() async throws {
        let name = String(repeating: "n", count: 200)
        let body = "{" + (100..<1_000).map { "\"a\($0)\":1" }.joined(separator: ",") + ",\"\(name)\":1}"
        let response = try await TestHost().asked { client in
            try await client.post("/api/sessions", json: #"{"feature": "kennel", "options": \#(body)}"#)
        }
        let problem = try response.problem(.unprocessableContent)
        #expect(problem.errors?.count == 20)
        #expect(problem.detail.hasSuffix("; and 881 more fields are wrong"))
        #expect(response.body.readableBytes < 10_000)
        let long = try await adopt([.contentType: "application/json"], body: "{\"\(name)\":1}")
        #expect(try long.problem(.unprocessableContent).errors?.keys.contains("\(name.prefix(60))…") == true)
        #expect(long.body.readableBytes < 2_000)
    }

    @Test func `A page names the first wrong fields and counts the remaining wrong fields`() async throws {
        let query = (100..<1_000).map { "source\($0)=1" }.joined(separator: "&")
        let page = try await TestHost.ask(.get, "/features/kennel?\(query)").text
        #expect(page.matches(of: /there is no such option/).count == 20)
        #expect(page.contains("880 more fields are wrong"))
    }

    @Test(arguments: [
        #"{"name": "Rex", "name": "Max", "breed": "Bulldog", "age": 1}"#,
        #"{"name": "Rex", "n\u0061me": "Max", "breed": "Bulldog", "age": 1}"#,
    ])
    func `A repeated member of a JSON object is answered with 422`(body: String) async throws {
        let problem = try await adopt([.contentType: "application/json"], body: body).problem(.unprocessableContent)
        #expect(problem.errors == ["name": "expected once, given several times"])
    }

    @Test func `A repeated option is answered with 422, but two objects may use the same name`() async throws {
        try await TestHost().run { client in
            let twice = #"{"feature": "kennel", "options": {"source": "empty", "source": "sample"}}"#
            let problem = try await client.post("/api/sessions", json: twice).problem(.unprocessableContent)
            #expect(problem.errors == ["source": "expected once, given several times"])
            let once = #"{"options": {"feature": "x"}, "feature": "kennel"}"#
            let other = try await client.post("/api/sessions", json: once).problem(.unprocessableContent)
            #expect(other.errors?.keys.sorted() == ["feature"])
            #expect(other.detail.contains("there is no such option"))
        }
    }

    @Test(arguments: [
        ("{\"age\": 02}", "column 9: expected a number such as -1, 0.5 or 2e3, got 02"),
        ("[]", "column 1: expected an object in braces, like {\"name\": \"Rex\"}, got '['"),
        ("{\"name\": \"Rex\"", "column 15: expected ',' or '}' after a value, got the end of the body"),
        ("{\"name\" 1}", "column 9: expected ':' after the key, got 1"),
        ("{\"name\": 1} x", "column 13: expected nothing after the object, got x"),
        ("{\"n\\ud800\": 1}", "column 3: expected a name, got one with half a surrogate pair"),
    ])
    func `A problem about malformed JSON names the line and the column`(body: String, message: String) async throws {
        let problem = try await adopt([.contentType: "application/json"], body: body).problem(.badRequest)
        #expect(problem.detail == "the body is not a JSON object: line 1, \(message)")
    }

    @Test func `Text and numbers that cannot be represented are answered with 422`() async throws {
        let body = #"{"name": "\ud800", "breed": "Bulldog", "age": 1e999}"#
        let problem = try await adopt([.contentType: "application/json"], body: body).problem(.unprocessableContent)
        #expect(
            problem.errors == [
                "name": "expected text of 1 to 40 characters, got text with half a surrogate pair",
                "age": "expected a whole number from 0 to 30, got a number beyond double precision",
            ])
    }

    @Test func `A nested value is refused with 422, and a value that is nested too deeply with 400`() async throws {
        func body(_ depth: Int) -> String {
            "{\"name\": " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        let deep = try await adopt([.contentType: "application/json"], body: body(31)).problem(.unprocessableContent)
        #expect(deep.errors?["name"] == "expected text of 1 to 40 characters, got an array")
        let bottomless = try await adopt([.contentType: "application/json"], body: body(32)).problem(.badRequest)
        #expect(
            bottomless.detail
                == "the body is not a JSON object: line 1, column 41: expected at most 31 nested objects and lists")
    }

    @Test func `A body that is not in UTF-8 is answered with 400`() async throws {
        try await TestHost().run { client in
            let response = try await client.client.executeRequest(
                uri: "/api/sessions", method: .post, headers: [.contentType: "application/json"],
                body: .init(bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]))
            #expect(try response.problem(.badRequest).detail == "the body is not JSON: it is not in UTF-8")
        }
    }

    @Test func `A body of more than one mebibyte is answered with 413`() async throws {
        let body = "{\"name\": \"" + String(repeating: "x", count: 1 << 20) + "\"}"
        let problem = try await adopt([.contentType: "application/json"], body: body).problem(.contentTooLarge)
        #expect(problem.detail == "expected a body of at most 1048576 bytes (1 MiB)")
    }

    @Test func `A body of exactly one mebibyte is accepted`() async throws {
        let body = "{\"name\": \"" + String(repeating: "x", count: (1 << 20) - 12) + "\"}"
        #expect(body.utf8.count == 1 << 20)
        _ = try await adopt([.contentType: "application/json"], body: body).problem(.unprocessableContent)
    }

    @Test func `A body with too many members is answered with 400`() async throws {
        let body = "{" + (0...1_000).map { "\"a\($0)\":1" }.joined(separator: ",") + "}"
        _ = try await adopt([.contentType: "application/json"], body: body).problem(.badRequest)
        let inner = try await TestHost().asked { client in
            try await client.post("/api/sessions", json: #"{"feature": "kennel", "options": \#(body)}"#)
        }
        #expect(try inner.problem(.badRequest).detail == "more than 1000 members are given; give each field once")
        let deep = String(repeating: "{\"a\":", count: 100_000)
        _ = try await adopt([.contentType: "application/json"], body: deep).problem(.badRequest)
        let query = (0...1_000).map { "a\($0)=1" }.joined(separator: "&")
        _ = try await TestHost.ask(.get, "/api/features/kennel/screen?\(query)").problem(.badRequest)
    }
}

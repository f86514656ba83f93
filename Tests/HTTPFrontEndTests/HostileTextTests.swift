import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests every kind of request with names and texts that are expensive to compare.
@Suite(.timeLimit(.minutes(5))) struct HostileTextTests {
    private static let run = "e" + String(repeating: "\u{301}\u{323}", count: 16)
    private static let name = String(repeating: "n", count: 201)

    @Test(arguments: HostileText.allCases) func `A form is parsed in linear time`(kind: HostileText) {
        func encoded(_ size: Int) -> String {
            kind.text(ofBytes: size).utf8.map { "%" + String($0, radix: 16) }.joined()
        }
        let forms: [(String) -> String] = [{ "\($0)=1" }, { "name=\($0)" }, { "\($0)&\($0)" }, { "a=\($0)&a=\($0)" }]
        for form in forms {
            #expect(growth(from: 1 << 14, of: { form(kind.text(ofBytes: $0)) }) { _ = try? FormText($0) } <= 2.5)
            #expect(growth(from: 1 << 13, of: { form(encoded($0)) }) { _ = try? FormText($0) } <= 2.5)
        }
        // The body has the maximum number of names.
        func names(_ size: Int) -> String {
            let letter = kind.text(ofBytes: 60)
            return (0..<size / 70).map { "\(letter)\($0)" }.joined(separator: "&")
        }
        #expect(growth(from: 1 << 13, of: names) { _ = try? FormText($0) } <= 2.5)
    }

    @Test(arguments: HostileText.allCases) func `JSON is parsed in linear time`(kind: HostileText) {
        func plain(_ size: Int) -> String { "\"\(kind.text(ofBytes: size))\"" }
        let bodies: [(String) -> String] = [
            { "{\($0):1}" }, { "{\"name\":\($0)}" }, { "{\($0):1,\($0):2}" }, { "{\"a\":{\($0):1}}" },
            { "{\"a\":[\($0)]}" },
        ]
        for body in bodies {
            for text in [plain, kind.json] {
                #expect(
                    growth(from: 1 << 14, of: { Array(body(text($0)).utf8) }) { _ = try? JSONObject($0) } <= 2.5)
            }
        }
    }

    @Test(arguments: [name, run]) func `A long or unsafe name is answered with 400`(name: String) async throws {
        let encoded = name.utf8.map { "%" + String($0, radix: 16) }.joined()
        let json: HTTPFields = [.contentType: "application/json"]
        let answers = try await [
            TestHost.ask(.get, "/api/features/kennel/screen?\(encoded)=1"),
            TestHost.ask(.get, "/api/features/\(encoded)"), TestHost.ask(.get, "/api/sessions/\(encoded)"),
            TestHost.ask(.delete, "/api/sessions/\(encoded)"),
            TestHost.ask(.post, "/api/features/kennel/actions/\(encoded)", json, body: "{}"),
            TestHost.ask(.post, "/api/features/kennel/actions/adopt", json, body: "{\"\(name)\": 1}"),
            TestHost.ask(
                .post, "/api/sessions", json, body: "{\"feature\": \"kennel\", \"options\": {\"\(name)\": 1}}"),
        ]
        for answer in answers {
            let detail = try answer.problem(.badRequest).detail
            #expect(detail.contains("with no more than 30 combining marks in a row"))
            #expect(detail.utf8.count < 600)
        }
    }

    @Test func `A request that opens a session is answered with 422 if the feature's name is unsafe`() async throws {
        let json: HTTPFields = [.contentType: "application/json"]
        let answer = try await TestHost.ask(.post, "/api/sessions", json, body: "{\"feature\": \"\(Self.name)\"}")
        _ = try answer.problem(.unprocessableContent)
    }

    @Test func `An error about an unsafe text in a query, a form or JSON names its field`() async throws {
        let rule = "expected text with no more than 30 combining marks in a row, got \"\(Self.run)\""
        let encoded = Self.run.utf8.map { "%" + String($0, radix: 16) }.joined()
        let query = try await TestHost.ask(.get, "/api/features/kennel/screen?source=\(encoded)")
        #expect(try query.problem(.unprocessableContent).errors == ["source": rule])
        let json: HTTPFields = [.contentType: "application/json"]
        let body = "{\"name\": \"\(Self.run)\"}"
        let sent = try await TestHost.ask(.post, "/api/features/kennel/actions/adopt", json, body: body)
        #expect(
            try sent.problem(.unprocessableContent).errors?["name"]
                == "expected text of 1 to 40 characters, got text with more than 30 combining marks in a row")
    }

    @Test(arguments: [
        HTTPField.Name.cookie, .authorization, .accept, .ifNoneMatch, .contentType, .origin, .secFetchSite,
    ])
    func `Header fields are validated before they are compared`(name: HTTPField.Name) async throws {
        let answer = try await TestHost.ask(.get, "/api/sessions", [name: Self.run])
        #expect(
            try answer.problem(.badRequest).detail
                == "expected a path and header fields with no more than 30 combining marks in a row")
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        _ = try await TestHost.ask(.post, "/api/sessions", [key: Self.run], body: "{}").problem(.badRequest)
        _ = try await TestHost.ask(.get, "/api/features/\(Self.run)").problem(.badRequest)
    }

    @Test func `A login form of more than 4 KiB is answered with 413`() async throws {
        let host = try TestHost(change: { $0.token = "0123456789abcdef" })
        let (fits, large) = (String(repeating: "x", count: 4_080), String(repeating: "x", count: 4_100))
        let answers = try await [
            host.asked { try await $0.post("/login", form: "token=\(fits)") },
            host.asked { try await $0.post("/login", form: "token=\(large)") },
        ]
        #expect(answers.map(\.status) == [.unauthorized, .contentTooLarge])
    }
}

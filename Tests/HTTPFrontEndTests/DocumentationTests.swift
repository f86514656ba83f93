import FeatureKit
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of the pages that document the API.
@Suite(.timeLimit(.minutes(5))) struct DocumentationTests {
    /// A `curl` command as a shell reads it.
    private struct Command {
        var method = "GET"
        var address = ""
        var fields: [String] = []
        var body: String?

        init(_ words: [String]) throws {
            var words = words.makeIterator()
            func argument() throws -> String {
                let next = words.next()
                return try #require(next)
            }
            while let word = words.next() {
                switch word {
                case "-X": method = try argument()
                case "-H": fields.append(try argument())
                case "-d": body = try argument()
                case "-N": break
                default:
                    #expect(address.isEmpty && !word.hasPrefix("-"))
                    address = word
                }
            }
        }
    }

    /// Runs commands in a shell whose `curl` only prints its arguments.
    private func commands(_ texts: [String], _ variables: String = "") async throws -> [Command] {
        let script =
            "curl() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; printf '\\1\\0'; }\n\(variables)\n"
            + texts.joined(separator: "\n")
        let output = try await Shell.output(of: script)
        var words = output.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        #expect(words.popLast() == "")
        return try words.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast().map {
            try Command(Array($0))
        }
    }

    /// The texts of a page's code, as a person copies them.
    private func code(of page: String) -> [String] {
        page.matches(of: /<pre class="code" dir="ltr"><code>([^<]*)<\/code><\/pre>/).map { match in
            String(match.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }
    }

    private func commands(of page: String, _ variables: String = "") async throws -> [Command] {
        try await commands(code(of: page).filter { $0.hasPrefix("curl ") }, variables)
    }

    private static let forms = FormsFeature()

    private func feature(_ id: String) throws -> FeatureManifest {
        try #require([Self.forms.manifest, KennelFeature.manifest].first { $0.id == id }).withoutLocalParts
    }

    @Test(arguments: ["kennel", "forms"])
    func `A feature's page has a command for the screen and for each action`(id: String) async throws {
        let page = try await TestHost([Self.forms]).asked { try await $0.get("/docs/\(id)") }
        #expect(page.status == .ok)
        let commands = try await commands(of: page.text)
        let manifest = try feature(id)
        let paths = ["screen"] + manifest.actions.map { "actions/\($0.name)" }
        #expect(
            commands.map(\.address).map { $0.prefix { $0 != "?" } }
                == paths.map { "http://localhost/api/features/\(id)/\($0)" })
        #expect(commands.map(\.method) == ["GET"] + manifest.actions.map { _ in "POST" })
        #expect(commands.dropFirst().allSatisfy { $0.fields == ["Content-Type: application/json"] })
        #expect(commands.first?.fields == [] && commands.first?.body == nil)
    }

    @Test(arguments: ["kennel", "forms"])
    func `The body of each example obeys the rules of the action's fields`(id: String) async throws {
        let page = try await TestHost([Self.forms]).asked { try await $0.get("/docs/\(id)") }
        let manifest = try feature(id)
        for (command, action) in zip(try await commands(of: page.text).dropFirst(), manifest.actions) {
            var values = try JSONDecoder().decode(
                [String: FieldValue].self, from: Data(try #require(command.body).utf8))
            for field in action.fields where field.kind == .secret {
                if case .text(let text)? = values[field.name] { values[field.name] = .secret(Secret(text)) }
            }
            #expect(Set(values.keys) == Set(action.fields.map(\.name)), "\(action.name)")
            #expect(throws: Never.self, "\(action.name)") { try action.fields.check(values) }
        }
    }

    @Test func `The host accepts the requests of the examples`() async throws {
        try await TestHost([Self.forms]).run { client in
            let page = try await client.get("/docs/forms").text
            for command in try await commands(of: page) {
                let path = command.address.replacing("http://localhost", with: "")
                let answer =
                    command.method == "GET"
                    ? try await client.get(path) : try await client.post(path, json: command.body ?? "")
                #expect(answer.status == .ok, "\(command.address): \(answer.text)")
            }
        }
    }

    @Test func `The examples of sessions take the id from a variable`() async throws {
        try await TestHost().run { client in
            let page = try await client.get("/docs").text
            let id = try await client.open("kennel")
            let commands = try await commands(of: page, "SESSION=\(id)")
            let found = commands.map { "\($0.method) \($0.address)" }
            for expected in [
                "GET http://localhost/api/features/kennel", "POST http://localhost/api/sessions",
                "GET http://localhost/api/sessions/\(id)/events", "DELETE http://localhost/api/sessions/\(id)",
                "POST http://localhost/api/sessions/\(id)/actions/refresh", "GET http://localhost/livez",
            ] { #expect(found.contains(expected), "\(expected)") }
            let opening = try #require(commands.first { $0.method == "POST" && $0.address.hasSuffix("/sessions") })
            #expect(try await client.post("/api/sessions", json: opening.body ?? "").status == .created)
        }
    }

    @Test func `The examples use the address and the token of the client`() async throws {
        let token = "0123456789abcdef"
        let host = try TestHost(change: { ($0.token, $0.allowedHosts) = (token, ["dogs.example.org"]) })
        let fields: HTTPFields = [
            .authorization: "Bearer \(token)",
            try #require(.init("Host")): "dogs.example.org:8443",
        ]
        for path in ["/docs", "/docs/kennel"] {
            let page = try await host.asked { try await $0.get(path, fields) }.text
            #expect(!page.contains(token))
            for command in try await commands(of: page, "TOKEN=abc SESSION=1") {
                #expect(command.address.hasPrefix("http://dogs.example.org:8443/"))
                let isOpen = command.address.hasSuffix("/livez") || command.address.hasSuffix("/readyz")
                #expect(command.fields.contains("Authorization: Bearer abc") != isOpen, "\(command.address)")
            }
        }
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "'; exit 1; '", "$(exit 1)`exit 1`", "\\'\"\\", "\u{202E}evil\u{200F}\u{7F}",
        "&amp;'",
    ])
    func `A hostile title breaks neither the page nor the command`(title: String) async throws {
        let feature = FormsFeature(title: title)
        let page = try await TestHost([feature]).asked { try await $0.get("/docs/forms") }.text
        #expect(page.matches(of: /<script/).count == 1 && !page.contains("<script>") && !page.contains("\u{202E}"))
        let commands = try await commands(of: page)
        #expect(commands.count == feature.manifest.actions.count + 1)
        let body = try #require(commands.dropFirst().first?.body)
        let values = try JSONDecoder().decode([String: FieldValue].self, from: Data(body.utf8))
        #expect(values["title"] == .text(title))
    }

    @Test func `The examples of answers are JSON without secrets`() async throws {
        try await TestHost([Self.forms]).run { client in
            for path in ["/docs", "/docs/kennel", "/docs/forms"] {
                let page = try await client.get(path).text
                let answers = code(of: page).filter { $0.hasPrefix("{") || $0.hasPrefix("[") }
                #expect(!answers.isEmpty)
                for answer in answers {
                    #expect(throws: Never.self, "\(answer)") {
                        try JSONSerialization.jsonObject(with: Data(answer.utf8))
                    }
                }
            }
        }
    }

    @Test func `An answer's example has the members of a frame`() async throws {
        let page = try await TestHost.ask(.get, "/docs/kennel").text
        let answer = try #require(code(of: page).first { $0.hasPrefix("{") })
        let frame = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
        #expect(Set(frame.keys) == ["session", "feature", "revision", "screen"])
        #expect(frame["feature"] as? String == "kennel")
        let screen = try #require(frame["screen"] as? [String: Any])
        #expect(screen["title"] as? String == "Kennel")
        #expect((screen["phase"] as? [String: Any])?["kind"] as? String == "ready")
    }

    @Test func `A feature's page has the rules of its options and fields`() async throws {
        let page = try await TestHost.ask(.get, "/docs/kennel").text
        #expect(
            page.contains(
                "<tr><td><code>age</code></td><td data-label=\"Kind\">integer</td>"
                    + "<td><bdi>A whole number from 0 to 30.</bdi></td><td data-label=\"Required\"><bdi>yes</bdi></td></tr>"
            ))
        #expect(page.contains("<td><code>source</code></td><td data-label=\"Kind\">choice</td>"))
        #expect(page.contains("<bdi>no, default: stored</bdi>"))
        #expect(page.contains("<a href=\"/features/kennel\">Open the page</a>"))
        #expect(!page.contains("secret"))
    }

    @Test func `The overview links to the page of each feature`() async throws {
        let page = try await TestHost([Self.forms]).asked { try await $0.get("/docs") }.text
        #expect(page.contains("<a href=\"/docs/kennel\"><bdi>Kennel</bdi></a>: <bdi>Dogs that wait for a home.</bdi>"))
        #expect(page.contains("<a href=\"/docs/forms\">"))
        #expect(page.contains("This host needs no token."))
    }
}

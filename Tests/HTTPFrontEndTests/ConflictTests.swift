import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Interaction
import Testing

/// Tests of forms whose values another person has changed in the meantime.
@Suite(.timeLimit(.minutes(5))) struct ConflictTests {
    private static let asScript: HTTPFields = [.accept: "application/json"]

    /// Runs a test on a session whose dog 2 was renamed to Max after the person saw the name Vinny.
    private func run(_ test: @escaping @Sendable (HostClient, _ path: String) async throws -> Void) async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel")
            let path = "/sessions/\(id)/actions/rename?id=2"
            #expect(try await client.post(path, form: "f.name=Max").status == .seeOther)
            try await test(client, path)
        }
    }

    private func names(_ client: HostClient, _ path: String) async throws -> String {
        try await client.get("/api\(path.prefix { $0 != "?" }.replacing("/actions/rename", with: ""))").text
    }

    @Test func `A form that would replace another person's value is refused each time and shows both values`()
        async throws
    {
        try await run { client, path in
            for fields in [HTTPFields(), Self.asScript, Self.asScript] {
                let page = try await client.post(path, form: "f.name=Rex&o.name=Vinny", fields)
                #expect(page.status == .unprocessableContent)
                let text = page.text.replacing("\\\"", with: "\"")
                #expect(text.contains("name=\"f.name\" type=\"text\" value=\"Rex\""))
                #expect(text.contains("Changed by another person. Choose “Keep mine” or “Take theirs”."))
                #expect(text.contains("Their value: <bdi>Max</bdi>"))
                for choice in ["value=\"mine Max\">Keep mine", "value=\"theirs Max\">Take theirs"] {
                    #expect(text.contains("<button name=\"t.name\" \(choice)</button>"))
                }
                // The Enter key presses the first button, and must not decide.
                #expect(text.split(separator: "<button").dropFirst().first { !$0.contains("\"button\"") } != nil)
            }
            let names = try await names(client, path)
            #expect(names.contains("\"title\":\"Max\""))
        }
    }

    @Test func `The script of a page says the same words as the other front ends`() async throws {
        try await TestHost().run { client in
            let script = try await client.get("/live.js").text
            for words in Decision.allCases.map(\.title) + [Decision.request, "\(Decision.change) \(Decision.label): "] {
                #expect(script.contains("\"\(words)\""))
            }
        }
    }

    @Test(arguments: [("mine Max", "Rex"), ("theirs Max", "Max")])
    func `A decision changes the form only, and the next sending is done`(decision: String, name: String)
        async throws
    {
        try await run { client, path in
            let form = "f.name=Rex&o.name=Vinny&t.name=\(decision.replacing(" ", with: "+"))"
            let page = try await client.post(path, form: form)
            #expect(page.text.contains("name=\"f.name\" type=\"text\" value=\"\(name)\""))
            #expect(page.text.contains("<input type=\"hidden\" name=\"o.name\" value=\"Max\">"))
            #expect(!page.text.contains("t.name") && !page.text.contains("Changed by another person"))
            let names = try await names(client, path)
            #expect(names.contains("\"title\":\"Max\""))
            let answer = try await client.post(path, form: "f.name=\(name)&o.name=Max")
            #expect(answer.status == .seeOther)
            let renamed = try await self.names(client, path)
            #expect(renamed.contains("\"title\":\"\(name)\""))
        }
    }

    @Test func `A form without a script is refused until the person decides`() async throws {
        try await run { client, path in
            // The page's form has the newest revision, so only the hidden control says that the decision is open.
            let page = try await client.post(path, form: "f.name=Rex&u.name=")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("<input type=\"hidden\" name=\"u.name\" value=\"\">"))
            let decided = try await client.post(path, form: "f.name=Rex&u.name=&t.name=mine+Max")
            #expect(decided.text.contains("name=\"o.name\" value=\"Max\"") && !decided.text.contains("u.name"))
        }
    }

    @Test func `A decision counts only for the value that the person has seen`() async throws {
        try await run { client, path in
            #expect(try await client.post(path, form: "f.name=Moritz").status == .seeOther)
            let page = try await client.post(path, form: "f.name=Rex&o.name=Vinny&t.name=mine+Max")
            #expect(page.status == .unprocessableContent && page.text.contains("value=\"mine Moritz\""))
        }
    }

    @Test(arguments: ["f.name=Max&o.name=Vinny", "f.name=Rex&o.name=Max", "f.name=Rex&t.name=other+Vinny"])
    func `A form that replaces no unseen value is not refused`(form: String) async throws {
        try await run { client, path in
            let answer = try await client.post(path, form: form)
            #expect(answer.status == .seeOther)
        }
    }

    @Test func `A field that the person has not changed shows the other person's value again`() async throws {
        try await run { client, path in
            let page = try await client.post(path, form: "f.name=&o.name=")
            #expect(page.status == .unprocessableContent && !page.text.contains("t.name"))
            #expect(page.text.contains("name=\"f.name\" type=\"text\" value=\"Max\""))
        }
    }
}

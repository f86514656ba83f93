import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

/// Tests that a host keeps the rights of persons in the API and on pages.
///
/// On a host of this machine without sign-ins, the user of the operating system owns everything, and nobody is known of a
/// request that a proxy has passed on.
@Suite(.timeLimit(.minutes(5))) struct RightsTests {
    private static let proxied: [HTTPFields] = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-User",
        "x-forwarded-anything", "Via",
    ]
    .compactMap { name in HTTPField.Name(name).map { [$0: "for=192.0.2.1"] } }
    private static let nobody = proxied[1]

    @Test(arguments: proxied) func `nobody is known of a request that a proxy has passed on`(fields: HTTPFields)
        async throws
    {
        try await TestHost([VaultFeature()]).run { client in
            let path = "/api/features/vault/actions/take"
            let problem = try await client.post(path, json: #"{"item":"gold"}"#, fields).problem(.forbidden)
            #expect(problem.detail == "Only a keeper can take out.")
            #expect(try await client.post(path, json: #"{"item":"gold"}"#).status == .ok)
        }
    }

    @Test func `two persons see one list and different buttons, in one session of the API`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let id = try await client.open("vault")
            let mine = try await client.get("/api/sessions/\(id)")
            let theirs = try await client.get("/api/sessions/\(id)", Self.nobody)
            let (full, bare) = (try mine.frame().screen, try theirs.frame().screen)
            #expect(full.allButtons.map(\.action).sorted() == ["put", "take"] && full.forms.count == 1)
            #expect(bare.allButtons.map(\.action) == ["put"] && bare.forms.isEmpty)
            #expect(bare.lists[0].rows.map(\.title) == full.lists[0].rows.map(\.title))
            // A cache that lies between must not give one person's screen to the other.
            let (tag, other) = (mine.headers[.eTag] ?? "", theirs.headers[.eTag] ?? "")
            #expect(tag != other)
            #expect(try await client.get("/api/sessions/\(id)", [.ifNoneMatch: tag]).status == .notModified)
            #expect(try await client.get("/api/sessions/\(id)", Self.nobody + [.ifNoneMatch: tag]).status == .ok)
            #expect(
                try await client.get("/api/sessions/\(id)", Self.nobody + [.ifNoneMatch: other]).status == .notModified)
            // Both tags name the revision.
            for tag in [tag, other] {
                let answer = try await client.post(
                    "/api/sessions/\(id)/actions/put", json: #"{"name":"lead"}"#, Self.nobody + [.ifMatch: tag])
                #expect(answer.status == (tag == other ? .preconditionFailed : .ok), "\(answer.text)")
            }
        }
    }

    @Test func `a forbidden call changes nothing, also with the key of an answered call`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let id = try await client.open("vault")
            let path = "/api/sessions/\(id)/actions/take"
            let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "one"]
            _ = try await client.post(path, json: #"{"item":"gold"}"#, Self.nobody).problem(.forbidden)
            #expect(try await client.get("/api/sessions/\(id)").frame().screen.lists[0].rows.count == 1)
            #expect(try await client.post(path, json: #"{"item":"gold"}"#, key).status == .ok)
            #expect(try await client.post(path, json: #"{"item":"gold"}"#, key).status == .ok)
            _ = try await client.post(path, json: #"{"item":"gold"}"#, key + Self.nobody).problem(.forbidden)
        }
    }

    @Test func `an answer and its notices have no button of a forbidden action`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let id = try await client.open("vault")
            for path in ["/api/sessions/\(id)/actions/put", "/api/features/vault/actions/put"] {
                let theirs = try await client.post(path, json: #"{"name":"silver"}"#, Self.nobody).text
                let mine = try await client.post(path, json: #"{"name":"silver"}"#).text
                #expect(theirs.contains("Kept.") && !theirs.contains("\"take\"") && !theirs.contains("\"lock\""))
                #expect(mine.contains("Kept.") && mine.contains("\"take\"") && mine.contains("\"lock\""))
            }
        }
    }

    @Test func `a one-shot screen and an opened session show what the person may do`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            for _ in 0..<2 {
                let mine = try await client.get("/api/features/vault/screen").frame().screen
                let theirs = try await client.get("/api/features/vault/screen", Self.nobody).frame().screen
                #expect(mine.forms.count == 1 && theirs.forms.isEmpty)
            }
            let opened = try await client.post("/api/sessions", json: #"{"feature":"vault"}"#, Self.nobody).frame()
            #expect(opened.screen.forms.isEmpty)
        }
    }

    @Test func `the streams of two persons show different buttons and the same changes`() async throws {
        try await LiveHost.run([VaultFeature()]) { server, port, _ in
            let id = try await Wire.open("vault", on: port)
            try await Wire.connected(to: port) { (mine: inout Wire) async throws in
                try await Wire.connected(to: port) { (theirs: inout Wire) async throws in
                    let path = "GET /api/sessions/\(id)/events?vocabulary=\(Screen.vocabulary) HTTP/1.1"
                    try await mine.send(path, "Host: localhost")
                    try await theirs.send(path, "Host: localhost", "Via: 1.1 proxy")
                    var (full, bare) = (EventReader(), EventReader())
                    for thing in ["gold", "silver"] {
                        if thing == "silver" { _ = try await server.session(id).perform("put", ["name": "silver"]) }
                        while full.frame?.screen.lists[0].rows.last?.id != thing { _ = try await full.next(&mine) }
                        while bare.frame?.screen.lists[0].rows.last?.id != thing { _ = try await bare.next(&theirs) }
                        let (mine, theirs) = (try #require(full.frame?.screen), try #require(bare.frame?.screen))
                        #expect(
                            mine.lists[0].rows.map { $0.buttons.map(\.action) }
                                == mine.lists[0].rows.map { _ in ["take"] })
                        #expect(theirs.lists[0].rows.flatMap(\.buttons).isEmpty)
                        #expect(mine.forms.count == 1 && theirs.forms.isEmpty && theirs.elements[1].id == "locking")
                    }
                    #expect(full.patches == 1 && bare.patches == 1)
                }
            }
        }
    }

    // MARK: - Pages

    @Test func `a page shows no button of a forbidden action, and the page of a refused form says why`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let (id, page) = try await client.openSessionPage("vault")
            #expect(page.contains("/actions/take") && page.contains("/actions/lock"))
            let shared = "/sessions/\(id)"
            let theirs = try await client.get(shared, Self.nobody).text
            #expect(theirs.contains("gold") && theirs.contains("brass"))
            #expect(!theirs.contains("/actions/take") && !theirs.contains("/actions/lock"))
            #expect(!theirs.contains("Take out"))
            let refused = try await client.post("/sessions/\(id)/actions/take", form: "f.item=gold", Self.nobody)
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("Only a keeper can take out."))
            #expect(try await client.get(shared).text.contains("gold"))
        }
    }

    @Test func `the example of the documentation shows what its reader may do`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            for (fields, mayTake) in [([:], true), (Self.nobody, false)] {
                let page = try await client.get("/docs/vault", fields).text
                let frame = try #require(page.firstMatch(of: /<code>(\{\s*&quot;session[^<]*)</)).1
                #expect(frame.contains("gold"))
                #expect(frame.contains("&quot;take&quot;") == mayTake, "\(frame)")
                #expect(frame.contains("&quot;lock&quot;") == mayTake, "\(frame)")
            }
        }
    }

    // MARK: - Features

    private static let closed: VaultFeature = {
        var vault = VaultFeature()
        vault.manifest.audience = .role("keeper")
        return vault
    }()

    @Test(arguments: [
        "/", "/api/features", "/openapi.json", "/docs", "/features/nothing", "/sessions/nothing",
        "/sessions/nothing/live",
    ])
    func `a feature that a person may not use is in no list`(path: String) async throws {
        try await TestHost([Self.closed]).run { client in
            let (mine, theirs) = (try await client.get(path).text, try await client.get(path, Self.nobody).text)
            #expect(mine.lowercased().contains("vault"), "\(mine)")
            #expect(!theirs.lowercased().contains("vault"), "\(theirs)")
            #expect(theirs.lowercased().contains("kennel"))
        }
    }

    @Test(arguments: [
        "/api/features/vault", "/api/features/vault/screen", "/docs/vault", "/features/vault", "/sessions/ID",
        "/sessions/ID/live", "/api/sessions/ID", "/api/sessions/ID/events",
    ])
    func `a feature and its sessions are refused to a person without the right`(path: String) async throws {
        try await TestHost([Self.closed]).run { client in
            let path = path.replacing("ID", with: try await client.open("vault"))
            let answer = try await client.get(path, Self.nobody)
            #expect(answer.status == .forbidden, "\(answer.text)")
            #expect(answer.text.contains("Only a keeper can use Vault."))
        }
    }

    @Test func `sessions of a closed feature can neither be opened nor closed nor used`() async throws {
        try await TestHost([Self.closed]).run { client in
            let id = try await client.open("vault")
            let opening = try await client.post("/api/sessions", json: #"{"feature":"vault"}"#, Self.nobody)
            #expect(opening.status == .forbidden)
            #expect(try await client.ask(.delete, "/api/sessions/\(id)", Self.nobody).status == .forbidden)
            for path in ["/api/sessions/\(id)/actions/put", "/api/features/vault/actions/put"] {
                #expect(try await client.post(path, json: #"{"name":"x"}"#, Self.nobody).status == .forbidden)
            }
            #expect(try await client.get("/api/sessions/\(id)").status == .ok)
        }
    }

    @Test func `the list of sessions has the person's own sessions`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let mine = try await client.open("vault")
            let theirs = try await client.post("/api/sessions", json: #"{"feature":"vault"}"#, Self.nobody).frame()
                .session
            let (one, other) = (
                try await client.get("/api/sessions"), try await client.get("/api/sessions", Self.nobody)
            )
            #expect(one.text.contains(mine) && !one.text.contains(theirs))
            #expect(other.text.contains(theirs) && !other.text.contains(mine))
        }
    }

    @Test func `the OpenAPI document says the audience of an operation`() async throws {
        let text = try await TestHost([VaultFeature()]).asked { try await $0.get("/openapi.json") }.text
        #expect(text.contains(#""x-for":{"role":"keeper"}"#))
        #expect(text.contains("Only a keeper can take out."))
    }

    // MARK: - Audit

    @Test func `each call is one line, with the person and without values`() async throws {
        let record = LogRecord()
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = .info
        let server = try HTTPServer(
            registry: FeatureRegistry([VaultFeature()]), configuration: configuration, name: "auditing", version: "1",
            clock: ManualClock(), log: record.handler, announce: { _ in })
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            let path = "/api/features/vault/actions"
            _ = try await client.post("\(path)/put", json: #"{"name":"hunter2"}"#)
            _ = try await client.post("\(path)/put", json: #"{"name":""}"#)
            _ = try await client.post("\(path)/take", json: #"{"item":"gold"}"#, Self.nobody)
            _ = try await client.post("\(path)/take", json: #"{"item":"go ld\" outcome=done"}"#)
            _ = try await client.post("\(path)/hunter2", json: "{}")
            let (id, _) = try await client.openSessionPage("vault")
            _ = try await client.post("/sessions/\(id)/actions/put", form: "f.name=hunter2")
            _ = try await client.post("/sessions/\(id)/actions/lock", form: "f.name=hunter2", Self.nobody)
        }
        let lines = record.entries.map { "\($0.message) \($0.metadata)" }.filter { $0.contains(" of vault ") }
        let owner = Person.systemUser.id
        let expected = [
            ("\(owner): put of vault done", "api"), ("\(owner): put of vault refused", "api"),
            ("nobody: take of vault forbidden", "api"), ("\(owner): take of vault done", "api"),
            ("\(owner): unknown of vault refused", "api"), ("\(owner): put of vault done", "page"),
            ("nobody: lock of vault forbidden", "page"),
        ]
        #expect(lines.count == expected.count, "\(lines)")
        for (line, (words, door)) in zip(lines, expected) {
            #expect(line.contains(words) && line.contains(door), "\(line)")
            #expect(!line.contains("hunter2") && !line.contains("\n"), "\(line)")
        }
    }

    @Test func `the calls of a feature are counted by outcome`() async throws {
        try await TestHost([VaultFeature()]).run { client in
            let path = "/api/features/vault/actions"
            _ = try await client.post("\(path)/put", json: #"{"name":"silver"}"#)
            _ = try await client.post("\(path)/put", json: #"{"name":""}"#)
            for _ in 0..<2 { _ = try await client.post("\(path)/take", json: #"{"item":"gold"}"#, Self.nobody) }
            let text = try await client.get("/metrics").text
            for (outcome, count) in [("done", 1), ("refused", 1), ("forbidden", 2), ("failed", 0)] {
                #expect(text.contains("featurehost_actions_total{feature=\"vault\",outcome=\"\(outcome)\"} \(count)\n"))
            }
        }
    }
}

import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests calls that take long: their list, their outcome and their end by a person.
@Suite(.timeLimit(.minutes(5))) struct WorkTests {
    /// A feature whose actions wait for a latch.
    struct LongFeature: Feature {
        static let long = Action("long", "Long", isCancellable: true)
        static let fixed = Action("fixed", "Fixed")
        static let manifest = FeatureManifest(
            id: "long", title: "Long", summary: "Takes long.", actions: long, fixed)

        var latch = Latch()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let latch = latch
            let start = { stage.screen = Screen(title: "Long", phase: .ready, buttons: [Button(Self.long)]) }
            return Scene(owning: stage, start: start)
                .on(Self.long, overlap: .besideOthers) { _, report in
                    report(0.5, "1 <of> 2")
                    try await latch.waitOrCancel()
                }
                .on(Self.fixed, overlap: .besideOthers) { _, report in
                    report()
                    try await latch.waitOrCancel()
                }
        }
    }

    private func post(_ address: String, _ client: HostClient) async throws -> TestResponse {
        try await client.ask(.post, address, [.contentType: "application/json"], body: "{}")
    }

    @Test func `A session names its long calls, and the outcome can be read afterwards`() async throws {
        let latch = Latch()
        try await TestHost([LongFeature(latch: latch)]).run { client in
            let id = try await client.open("long")
            let idle = try await client.get("/api/sessions/\(id)")
            async let answer = post("/api/sessions/\(id)/actions/long", client)
            await latch.arrival()
            let busy = try await client.get("/api/sessions/\(id)")
            #expect(busy.text.contains(#","work":[{"id":"2","action":"long","title":"Long","fraction":0.5,"#))
            // The tag names the same revision, but a later request gets the end of the call.
            #expect(busy.headers[.eTag] != idle.headers[.eTag])
            var check = try SchemaCheck(document: try await client.get("/openapi.json").text)
            try check.check(busy.text, against: "SessionFrame")
            let running = try await client.get("/api/sessions/\(id)/work/2").text
            #expect(running.hasSuffix(#""message":"1 <of> 2","cancellable":true,"state":"running"}"#))
            latch.open()
            #expect(try await answer.status == .ok)
            #expect(try await !answer.text.contains("\"work\""))
            let ended = try await client.get("/api/sessions/\(id)/work/2").text
            #expect(ended.contains(#""state":"succeeded","answer":{"session""#))
            try check.check(running, against: "WorkStatus")
            try check.check(ended, against: "WorkStatus")
            #expect(check.faults == [])
            #expect(try await client.get("/api/sessions/\(id)").headers[.eTag] == idle.headers[.eTag])
            #expect(try await client.get("/api/sessions/\(id)/work/99").status == .notFound)
        }
    }

    @Test func `A cancelled call is answered with 409, and some calls cannot be cancelled`() async throws {
        let latch = Latch()
        try await TestHost([LongFeature(latch: latch)]).run { client in
            let id = try await client.open("long")
            async let answer = post("/api/sessions/\(id)/actions/long", client)
            await latch.arrival()
            let status = try await post("/api/sessions/\(id)/work/2/cancel", client)
            #expect(status.status == .ok)
            #expect(try await answer.status == .conflict)
            #expect(try await answer.text.contains("'Long' was cancelled"))
            let again = try await post("/api/sessions/\(id)/work/2/cancel", client).text
            #expect(again.contains(#""state":"cancelled","problem":{"#) && again.contains(#""status":409"#))
            async let fixed = post("/api/sessions/\(id)/actions/fixed", client)
            await latch.arrival(2)
            #expect(try await post("/api/sessions/\(id)/work/3/cancel", client).status == .conflict)
            latch.open()
            #expect(try await fixed.status == .ok)
        }
    }

    @Test func `A page shows a long call with its button, and escapes what the feature says`() async throws {
        let latch = Latch()
        try await TestHost([LongFeature(latch: latch)]).run { client in
            let id = try await client.open("long")
            #expect(try await client.get("/sessions/\(id)").text.contains("<div id=\"work\"></div>"))
            async let answer = post("/api/sessions/\(id)/actions/long", client)
            await latch.arrival()
            let page = try await client.get("/sessions/\(id)").text
            #expect(page.contains("1 &lt;of&gt; 2"))
            #expect(page.contains("action=\"/sessions/\(id)/work/2/cancel?.shared=1\""))
            let form = "application/x-www-form-urlencoded"
            let sent = try await client.ask(
                .post, "/sessions/\(id)/work/2/cancel?.shared=1", [.contentType: form], body: "")
            #expect(sent.status == .seeOther)
            #expect(try await answer.status == .conflict)
            #expect(try await client.get("/sessions/\(id)").text.contains("is being cancelled"))
        }
    }
}

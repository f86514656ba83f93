import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct EndedPageTests {
    @Test func `The page of an ended session offers to start the feature again with its options`() async throws {
        try await TestHost().run { client in
            let (id, _) = try await client.openSessionPage("kennel?source=empty&latency=0s")
            _ = try await client.ask(.delete, "/api/sessions/\(id)")
            for response in [
                try await client.get("/sessions/\(id)"),
                try await client.post("/sessions/\(id)/actions/bark", form: ""),
            ] {
                #expect(response.status == .notFound)
                #expect(response.text.contains("<h1><bdi>This session has ended</bdi></h1>"))
                #expect(
                    response.text.contains(
                        "<a href=\"/features/kennel?source=empty\"><bdi>Start Kennel again</bdi></a>"))
            }
        }
    }

    @Test func `The page of an unknown session links to the catalogue`() async throws {
        let page = try await TestHost.ask(.get, "/sessions/abc")
        #expect(page.status == .notFound)
        #expect(page.text.contains("<a href=\"/\"><bdi>All features</bdi></a>"))
        #expect(!page.text.contains("again</bdi></a>"))
    }
}

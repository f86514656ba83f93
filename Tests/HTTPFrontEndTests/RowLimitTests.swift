import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of `--max-rows`.
@Suite(.timeLimit(.minutes(5))) struct RowLimitTests {
    private let words = "Search or filter to see others."

    @Test func `A session of the API holds at most the given rows, says so, and answers more with 409`() async throws {
        try await TestHost([LibraryFeature()]) { $0.rowLimit = 70 }.run { client in
            let id = try await client.open("library")
            let path = "/api/sessions/\(id)/actions/more"
            let screen = try await client.post(path, json: "{}").frame().screen
            #expect(screen.lists.first?.rows.count == 70 && screen.lists.first?.more == nil)
            // A change that arrives during the first count counts twice until the next count, a second later.
            #expect(try #require(screen.lists.first?.total).count >= 2_500)
            #expect(screen.elements.last == .text(id: "volumes-limit", words, style: .caption))
            let refusal = try await client.post(path, json: "{}")
            #expect(refusal.status == .conflict)
            #expect(refusal.text.contains("the list shows 70 volumes, its maximum; search or filter to see others"))
        }
    }

    @Test func `The page of a full list has the text in place of the button, and answers more with 409`() async throws {
        try await TestHost([LibraryFeature()]) { $0.rowLimit = 70 }.run { client in
            let visit = try await client.visit("library")
            let actions = "/sessions/\(visit.session)/actions"
            // An action runs after the first load.
            _ = try await client.post("\(actions)/refresh", form: "", visit.browser)
            #expect(try await client.get(visit.address, visit.browser).text.contains("action=\"\(actions)/more\""))
            _ = try await client.post("\(actions)/more", form: "", visit.browser)
            let page = try await client.get(visit.address, visit.browser).text
            #expect(page.contains(words) && !page.contains("action=\"\(actions)/more\""))
            #expect(try await client.post("\(actions)/more", form: "", visit.browser).status == .conflict)
        }
    }

    @Test func `A screen for a single request has at most the given rows too`() async throws {
        try await TestHost([LibraryFeature()]) { $0.rowLimit = 7 }.run { client in
            let screen = try await client.get("/api/features/library/screen").frame().screen
            #expect(screen.lists.first?.rows.count == 7 && screen.lists.first?.more == nil)
        }
    }
}

import FeatureKit
import FeatureTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests of the addresses that open a form at their place.
@Suite(.timeLimit(.minutes(5))) struct BegunFormTests {
    @Test func `A link that begins a form leads to a page with its open dialog, which Cancel closes`() async throws {
        let link = FeatureLink(feature: "atlas", options: ["town": "Rome"], begins: "next")
        let porch = ShownFeature(
            "porch", screen: Screen(phase: .ready, elements: [.link(id: "go", "Go on", opens: link)]))
        try await TestHost([porch, AtlasFeature()]).run { client in
            let visit = try await client.visit("porch")
            let porch = try await client.get(visit.address, visit.browser).text
            #expect(porch.contains("href=\"/features/atlas?town=Rome&amp;dialog=next\""))
            let answer = try await client.get("/features/atlas?town=Rome&dialog=next", visit.browser)
            let address = try #require(answer.headers[.location])
            let page = try await client.get(address, visit.browser).text
            #expect(page.contains("<h1 id=\"title\" tabindex=\"-1\"><bdi>Rome</bdi></h1>"))
            let dialog = try #require(page.firstMatch(of: /<dialog id="b:next\+d"[^>]*>/)).output
            #expect(dialog.contains(" open"))
            let back = String(try #require(page.firstMatch(of: /<a class="button quiet" href="([^"]*)"/)).1).replacing(
                "&amp;", with: "&")
            #expect(back + "&dialog=next" == address)
            let plain = try await client.get(back, visit.browser).text
            #expect(
                try #require(plain.firstMatch(of: /<dialog id="b:next\+d"[^>]*>/)).output.contains(" open") == false)
        }
    }

    @Test(arguments: ["nowhere", "browse", "%3Cb%3E"])
    func `An address that begins a form that the place lacks shows the place and says so`(action: String) async throws {
        try await TestHost([AtlasFeature()]).run { client in
            let answer = try await client.get("/features/atlas?dialog=\(action)")
            let address = try #require(answer.headers[.location])
            let cookie = try #require(answer.headers[.setCookie]?.prefix { $0 != ";" })
            let page = try await client.get(address, [.cookie: String(cookie)]).text
            #expect(page.contains("This form is not available here."))
            #expect(!page.contains(" open>") && !page.contains("<b>"))
        }
    }
}

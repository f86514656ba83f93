import FeatureKit
import FeatureStorage
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Synchronization
import Testing

/// Tests of the catalogue, and of the page that leads back to it.
@Suite(.timeLimit(.minutes(5))) struct CatalogueTests {
    @Test func `The catalogue has a link to every feature, and no options of developers`() async throws {
        try await TestHost([ShownFeature("other")]).run { client in
            let page = try await client.get("/")
            #expect(page.status == .ok)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("<title>Features · testhost</title>"))
            #expect(page.text.contains("<footer><p>testhost 1.2.3 · "))
            #expect(page.text.contains("<a href=\"/features/kennel\"><bdi>Kennel</bdi></a>"))
            #expect(page.text.contains("<bdi>Dogs that wait for a home.</bdi>"))
            // The options of searches, records and developers are elsewhere.
            #expect(!page.text.contains("action=\"/features/kennel\""))
            #expect(page.text.contains("<a href=\"/features/other\">"))
            #expect(!page.text.contains("secret") && !page.text.contains("PATH"))
            // The script that finds features is the only script of the page.
            let scripts = page.text.matches(of: /<script[^>]*>/).map(\.output)
            #expect(scripts.count == 1 && scripts.first?.hasPrefix("<script src=\"/palette.js?v=") == true)
        }
    }

    @Test func `The catalogue of a host without features says that the host has no features`() async throws {
        let server = try HTTPServer(
            registry: FeatureRegistry([]), configuration: HTTPServerConfiguration(), name: "bare", version: "1")
        try await server.application.test(.router) { client in
            let page = try await HostClient(client: client).get("/").text
            #expect(page.contains("This host has no features."))
        }
    }

    @Test func `The catalogue shows the numbers of stored records that are counted in time`() async throws {
        var configuration = HTTPServerConfiguration()
        let counts = Mutex<[String: Int]>([:])
        let (unending, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        configuration.countRecords = { feature in
            counts.withLock { $0[feature.manifest.id, default: 0] += 1 }
            // A count that takes too long does not keep the page.
            if feature.manifest.id == "slow" { for await _ in unending {} }
            return ["many": 1234, "one": 1][feature.manifest.id]
        }
        configuration.readHistory = { feature, _, selection, limit in
            #expect(selection == HistorySelection() && limit == 1)
            guard let instant = Instant("2026-11-22T19:46:49.999Z"), feature.manifest.id == "many" else { return nil }
            let kim = ChangeCause(person: "kim", name: "Kim & Co", feature: "many", action: "add")
            return [
                HistoryEntry(
                    number: 1, change: 1, operation: .inserted, id: "1", position: 1, instant: instant, cause: kim)
            ]
        }
        let server = try HTTPServer(
            registry: FeatureRegistry(["many", "none", "one", "slow"].map { ShownFeature($0) }),
            configuration: configuration, name: "counting", version: "1")
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            let page = try await client.get("/").text
            #expect(page.contains(" 1234 records, last changed 2026-11-22 19:46:49 UTC by Kim &amp; Co.</p>"))
            #expect(page.contains(" 1 record.</p>"))
            #expect(page.components(separatedBy: " record").count == 3)
            _ = try await client.get("/")
            #expect(counts.withLock(\.self) == ["many": 1, "none": 2, "one": 1, "slow": 1])
        }
    }

    @Test(arguments: ["/features/", "/docs/"])
    func `The page of an unknown feature leads to the nearest match by its title`(folder: String) async throws {
        let page = try await TestHost.ask(.get, folder + "kenel")
        #expect(page.status == .notFound)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("This host has no feature &quot;kenel&quot;. Did you mean Kennel?"))
        #expect(page.text.contains("<a href=\"\(folder)kennel\"><bdi>Kennel</bdi></a>"))
        let other = try await TestHost.ask(.get, folder + "zzzz")
        #expect(other.text.contains("This host has no feature &quot;zzzz&quot;.</bdi>"))
    }
}

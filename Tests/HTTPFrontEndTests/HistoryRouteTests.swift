import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import HTTPFrontEnd
import Hummingbird
import HummingbirdTesting
import Testing

/// Tests of the route that tells the history of a feature's records, and of what API answers and pages say about a change.
@Suite(.timeLimit(.minutes(5))) struct HistoryRouteTests {
    private let store = MemoryRecordStore()

    private func run(_ body: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        let shelf = ShelfFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
        let host = try TestHost([shelf]) { configuration in
            configuration.readHistory = { [store] feature, _, selection, limit in
                guard feature is ShelfFeature else { return nil }
                return try await store.history(of: Book.collection, matching: selection, limit: limit)
            }
        }
        try await host.run(body)
    }

    private struct Answer: Decodable {
        struct Entry: Decodable {
            let number: Int
            let operation: String
            let record: String?
        }
        let entries: [Entry]
        let next: Int?
    }

    private func history(_ query: String, _ client: HostClient) async throws -> Answer {
        let answer = try await client.get("/api/features/shelf/history" + query)
        #expect(answer.status == .ok)
        return try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8))
    }

    @Test func `An answer names its change, and the action takes it back`() async throws {
        try await run { client in
            let removed = try await client.post("/api/features/shelf/actions/remove", json: #"{"id":"1"}"#)
            #expect(removed.text.hasSuffix(",\"change\":2}"))
            #expect(try await history("", client).entries.map(\.operation) == ["removed", "many"])
            let undone = try await client.post("/api/features/shelf/actions/undo", json: #"{"change":2}"#)
            #expect(undone.text.contains("Emma\\\" is back."))
            #expect(undone.text.contains(#""title":"Emma""#))
            #expect(try await history("?record=1", client).entries.map(\.operation) == ["inserted", "removed"])
            let twice = try await client.post("/api/features/shelf/actions/undo", json: #"{"change":2}"#)
            #expect(twice.status == .unprocessableContent && twice.text.contains("cannot be undone"))
        }
    }

    @Test func `The history is read in pages, and selected by its parameters`() async throws {
        try await run { client in
            for id in ["1", "2"] {
                _ = try await client.post("/api/features/shelf/actions/remove", json: "{\"id\":\"\(id)\"}")
            }
            let first = try await history("?limit=2", client)
            #expect(first.entries.map(\.record) == ["2", "1"])
            let rest = try await history("?limit=2&before=\(try #require(first.next))", client)
            #expect(rest.entries.map(\.operation) == ["many"] && rest.next == nil)
            #expect(try await history("?record=2", client).entries.count == 1)
            #expect(try await history("?since=2999-01-01T00:00:00Z", client).entries.isEmpty)
            #expect(try await history("?by=nobody", client).entries.isEmpty)
        }
    }

    @Test(arguments: [
        "?limit=0", "?limit=1001", "?limit=x", "?before=0", "?since=yesterday", "?recrod=1", "?record=1&record=2",
        "?by=",
    ])
    func `A malformed parameter is refused by name`(query: String) async throws {
        try await run { client in
            let answer = try await client.get("/api/features/shelf/history" + query)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"\(query.dropFirst().prefix { $0 != "=" })\""))
        }
    }

    @Test func `A feature without records has no history`() async throws {
        try await run { client in
            for feature in ["kennel", "none"] {
                let answer = try await client.get("/api/features/\(feature)/history")
                #expect(answer.status == .notFound)
            }
        }
    }
}

import FeatureKit
import FeatureStorage
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests the pages of records through the API.
@Suite(.timeLimit(.minutes(5))) struct RecordPageAPITests {
    private func run(_ body: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        try await TestHost([ShelfFeature(resources: RecordResources(files: NoFiles()))]).run(body)
    }

    @Test func `The screen of a record has its fields, its buttons and the way up`() async throws {
        try await run { client in
            let response = try await client.get("/api/features/shelf/screen?id=1")
            #expect(response.status == .ok)
            let screen = try response.frame().screen
            #expect(screen.title == "Emma" && screen.phase == .ready && screen.address == nil)
            #expect(screen.buttons == [Button(ShelfFeature.remove, arguments: ["id": "1"])])
            #expect(screen.up == FeatureLink(feature: "shelf", title: "Shelf"))
            let items = [FieldsElement.Item(label: "Name", value: "Emma"), .init(label: "Pages", value: "474")]
            #expect(screen.elements == [.fields(id: "record", items: items)])
        }
    }

    @Test func `A missing record is a failed screen with status 200`() async throws {
        try await run { client in
            for path in ["/api/features/shelf/screen?id=9", "/api/features/shelf/screen?id=9&source=sample"] {
                let response = try await client.get(path)
                #expect(response.status == .ok)
                let screen = try response.frame().screen
                guard case .failed(let message, _) = screen.phase else { throw Surprise() }
                #expect(message == "There is no record \"9\". It may have been deleted.")
                #expect(screen.up != nil)
            }
        }
    }

    @Test func `A session of a copy shows a record by the action visit, and its frame has the address`() async throws {
        try await run { client in
            let id = try await client.open("shelf", options: #"{"source": "sample"}"#)
            let page = try await client.post("/api/sessions/\(id)/actions/visit", json: #"{"id": "2"}"#).frame().screen
            #expect(page.title == "Ulysses" && page.address == ["id": "2", "source": "sample"])
            let list = try await client.post("/api/sessions/\(id)/actions/visit", json: #"{"id": null}"#).frame()
                .screen
            #expect(list.title == "Shelf" && list.address == nil && list.up == nil)
        }
    }

    @Test func `A session of stored records refuses to browse to a record with 422`() async throws {
        try await run { client in
            let path = "/api/sessions/\(try await client.open("shelf"))/actions/visit"
            let problem = try await client.post(path, json: #"{"id": "2"}"#).problem(.unprocessableContent)
            #expect(problem.errors == ["id": "a stored record needs a launch with the option 'id'"])
        }
    }
}

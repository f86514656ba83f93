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
            let steps = [("Previous", Button.Role.previous), ("Next", .next)].map { title, role in
                Button(
                    action: "visit", title: title, arguments: ["id": "1", "step": .text(role.rawValue)], role: role)
            }
            #expect(screen.buttons == [Button(ShelfFeature.remove, arguments: ["id": "1"])] + steps)
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

    @Test func `A step answers with the place of the neighbour, or with a notice at the end of the list`() async throws
    {
        try await run { client in
            let id = try await client.open("shelf", options: #"{"id": "1"}"#)
            let path = "/api/sessions/\(id)/actions/visit"
            let next = try await client.post(path, json: #"{"id": "1", "step": "next"}"#)
            #expect(next.status == .ok && next.text.contains(#""opens":{"feature":"shelf","options":{"id":"2"}}"#))
            let end = try await client.post(path, json: #"{"id": "2", "step": "next"}"#)
            #expect(end.status == .ok && end.text.contains("There are no books after this one in the list."))
            #expect(!end.text.contains("opens"))
            let missing = try await client.post(path, json: #"{"id": "9", "step": "next"}"#)
            let problem = try missing.problem(.unprocessableContent)
            #expect(problem.errors == ["id": "There is no record \"9\". It may have been deleted."])
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

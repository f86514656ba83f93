import FeatureKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// Tests the route that serves the images of features, and the pages that show them.
@Suite(.timeLimit(.minutes(5))) struct ImageRouteTests {
    private struct AlbumFeature: Feature {
        static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        static let dog = ImageFile("dog", .png(png))
        static let plan = ImageFile("plan", .svg(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)))
        static let manifest = FeatureManifest(id: "album", title: "Album", summary: "Shows images.")
        var manifest: FeatureManifest = Self.manifest
        let images = [dog, plan]

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let file = FileReference(Self.dog, of: manifest)
            return Scene(owning: stage) {
                stage.screen = Screen(
                    title: "Album", phase: .ready, elements: [.image(id: "dog", "A \"small\" <dog>", file)])
            }
        }
    }

    /// The feature for keepers only.
    private static var closed: AlbumFeature {
        var feature = AlbumFeature()
        feature.manifest.audience = .role("keeper")
        return feature
    }

    @Test func `an image has its bytes and its type, and browsers keep it`() async throws {
        try await TestHost([AlbumFeature()]).run { client in
            let answer = try await client.get(FileReference(AlbumFeature.dog, of: AlbumFeature.manifest).href)
            #expect(answer.status == .ok && answer.body == ByteBuffer(bytes: AlbumFeature.png))
            #expect(answer.headers[.contentType] == "image/png")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
            // A browser that shows the document as a page runs no scripts in it.
            let plan = try await client.get("/api/features/album/images/plan.svg")
            #expect(plan.headers[.contentType] == "image/svg+xml")
            #expect(plan.headers[.contentSecurityPolicy]?.hasSuffix("; sandbox") == true)
        }
    }

    @Test func `a wrong name is answered by the nearest one`() async throws {
        try await TestHost([AlbumFeature()]).run { client in
            let problem = try await client.get("/api/features/album/images/dig.png").problem(.notFound)
            #expect(problem.detail == "Album has no image \"dig.png\"; did you mean 'dog.png'?")
            let none = try await client.get("/api/features/albun/images/dog.png").problem(.notFound)
            #expect(none.detail.contains("did you mean 'album'?"))
            for name in ["..%2Fdog.png", "%00", "dog.png%20"] {
                #expect(try await client.get("/api/features/album/images/\(name)").status.kind == .clientError)
            }
        }
    }

    @Test func `only people who may use the feature get its images`() async throws {
        try await TestHost([Self.closed]).run { client in
            let address = "/api/features/album/images/dog.png"
            #expect(try await client.get(address).status == .ok)
            // Nobody is known of a request that a proxy has passed on.
            let proxied: HTTPFields = [try #require(HTTPField.Name("Via")): "for=192.0.2.1"]
            let refused = try await client.get(address, proxied)
            #expect(refused.status == .forbidden, "\(refused.status) \(refused.text)")
        }
    }

    @Test func `a page shows the image, with its text escaped`() async throws {
        try await TestHost([AlbumFeature()]).run { client in
            let page = try await client.openPage("album").text
            let file = FileReference(AlbumFeature.dog, of: AlbumFeature.manifest)
            #expect(page.contains("<img src=\"\(file.href)\" alt=\"A &quot;small&quot; &lt;dog&gt;\">"), "\(page)")
        }
    }
}

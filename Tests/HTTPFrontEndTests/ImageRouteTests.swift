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

    private static let address = "/api/features/album/images/dog.png"
    private static let current = FileReference(AlbumFeature.dog, of: AlbumFeature.manifest).href

    @Test func `an image has its bytes and its type`() async throws {
        try await TestHost([AlbumFeature()]).run { client in
            let answer = try await client.get(Self.current)
            #expect(answer.status == .ok && answer.body == ByteBuffer(bytes: AlbumFeature.png))
            #expect(answer.headers[.contentType] == "image/png")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            // A browser that shows the document as a page runs no scripts in it.
            let plan = try await client.get("/api/features/album/images/plan.svg")
            #expect(plan.headers[.contentType] == "image/svg+xml")
            #expect(plan.headers[.contentSecurityPolicy]?.hasSuffix("; sandbox") == true)
        }
    }

    @Test(arguments: [
        (current, false, "private, max-age=31536000, immutable"), (address, false, "private, no-cache"),
        (address + "?v=0", false, "private, no-cache"), (current, true, "private, no-cache"),
    ])
    func `a browser keeps an image without asking again only if its address names the bytes and all may see it`(
        path: String, isClosed: Bool, control: String
    ) async throws {
        try await TestHost([isClosed ? Self.closed : AlbumFeature()]).run { client in
            let answer = try await client.get(path)
            #expect(answer.status == .ok && answer.headers[.cacheControl] == control)
            let tag = try #require(answer.headers[.eTag])
            let known = try await client.get(path, [.ifNoneMatch: tag])
            #expect(known.status == .notModified && known.text.isEmpty && known.headers[.cacheControl] == control)
            #expect(try await client.get(path, [.ifNoneMatch: "\"0\""]).status == .ok)
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
            let tag = try #require(try await client.get(Self.address).headers[.eTag])
            // Nobody is known of a request that a proxy has passed on.
            let proxied: HTTPFields = [try #require(HTTPField.Name("Via")): "1.1 proxy.example"]
            #expect(try await client.get(Self.address, proxied).status == .forbidden)
            #expect(try await client.get(Self.address, proxied + [.ifNoneMatch: tag]).status == .forbidden)
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

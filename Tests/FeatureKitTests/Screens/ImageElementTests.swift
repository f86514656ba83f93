import FeatureKit
import FeatureTesting
import Testing

/// Tests the images that a view shows.
@Suite(.timeLimit(.minutes(5))) struct ImageElementTests {
    private struct AlbumFeature: Feature {
        static let manifest = FeatureManifest(id: "album", title: "Album", summary: "")
        var element = Element.text(id: "t", "T")
        var images: [ImageFile] = []

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let element = element
            return Scene(owning: stage, start: { (stage.screen.phase, stage.screen.elements) = (.ready, [element]) })
        }
    }

    private static func image(at href: String, alt: String = "A dog", type: String = "image/png") -> Element {
        .image(id: "i", alt, FileReference(name: "a.png", type: type, href: href))
    }

    private static let notHere = "; expected a path of this host, which begins with one /"
    static let faults: [(Element, String)] =
        [
            (image(at: "/a.png", alt: ""), "the image 'i' has no text for those who cannot see it"),
            (image(at: "/a.png", type: "text/html"), "the image 'i' has the type 'text/html'; expected image/…"),
        ]
        + [
            "", "a.png", "//evil.example/a.png", "/\\evil.example", "https://evil.example/a.png", "/a b", "/\u{7F}",
            "/é",
        ]
        .map { (image(at: $0), "the image 'i' is at '\($0)'\(notHere)") }

    #if DEBUG
        @Test(arguments: faults)
        func `in a debug build, an image that cannot be shown fails the session`(
            element: Element, message: String
        ) async throws {
            try await withSession(of: AlbumFeature(element: element)) { session in
                try await session.start()
                guard case .failed(let shown, _) = try await session.settled().screen.phase else {
                    throw Unexpected()
                }
                #expect(shown == "feature 'album' drew a faulty screen: \(message)")
            }
        }
    #endif

    @Test func `the path of an image changes with its bytes, and an image of its feature is drawn`() async throws {
        let (old, new) = (ImageFile("dog", .jpeg([1, 2])), ImageFile("dog", .jpeg([1, 3])))
        let files = [old, new, ImageFile("dog", .jpeg([1, 2]))].map { FileReference($0, of: AlbumFeature.manifest) }
        #expect(files[0] != files[1] && files[0] == files[2])
        #expect((files[0].name, files[0].type, files[0].size) == ("dog.jpg", "image/jpeg", 2))
        #expect(files[0].href.hasPrefix("/api/features/album/images/dog.jpg?v="))
        let feature = AlbumFeature(element: .image(id: "i", "A dog", files[0]), images: [old])
        #expect(try FeatureRegistry([feature]).features.count == 1)
        try await withSession(of: feature) { session in
            try await session.start()
            #expect(try await session.settled().screen.phase == .ready)
        }
    }

    @Test func `images with a wrong name or the same name are conflicts`() {
        let images = [
            ImageFile("plan", .png([])), ImageFile("plan", .svg([])), ImageFile("plan", .png([1])),
            ImageFile("Plan/1", .gif([])),
        ]
        let conflicts = #expect(throws: RegistryConflicts.self) {
            try FeatureRegistry([AlbumFeature(images: images)])
        }
        #expect(
            conflicts?.all.map { $0.drop { $0 != ":" } } == [
                ": two images have the name 'plan.png'; rename one of them",
                ": the image \"Plan/1\" is not of the form [a-z][a-z0-9-]*; rename it",
            ])
    }

    @Test func `every format has the type and the ending that browsers know`() {
        let files = ([.gif([]), .jpeg([]), .png([]), .svg([]), .webp([])] as [ImageFile.Content])
            .map { FileReference(ImageFile("a", $0), of: AlbumFeature.manifest) }
        #expect(files.map(\.name) == ["a.gif", "a.jpg", "a.png", "a.svg", "a.webp"])
        #expect(files.map(\.type) == ["image/gif", "image/jpeg", "image/png", "image/svg+xml", "image/webp"])
    }
}

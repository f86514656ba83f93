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

    #if DEBUG
        @Test(arguments: ["", " ", "\n\t"])
        func `in a debug build, an image without a text fails the session`(alt: String) async throws {
            let file = FileReference(ImageFile("dog", .png([])), of: AlbumFeature.manifest)
            try await withSession(of: AlbumFeature(element: .image(id: "i", alt, file))) { session in
                try await session.start()
                guard case .failed(let shown, _) = try await session.settled().screen.phase else {
                    throw Unexpected()
                }
                #expect(
                    shown
                        == "feature 'album' drew a faulty screen: the image 'i' has no text; give it one for everybody "
                        + "who cannot see the image")
            }
        }
    #endif

    @Test(arguments: [
        "", "a.png", "//evil.example/a.png", "/\\evil.example", "https://evil.example/a.png", "javascript:alert(1)",
        "/a b", "/\u{7F}", "/é", "\n/a",
    ])
    func `a decoded path that may lead away from the host is no address`(href: String) throws {
        #expect(FileReference(name: "a.png", type: "image/png", href: href).address == nil)
        #expect(FileReference(name: "a.png", type: "image/png", href: "/" + "a.png?v=1").address == "/a.png?v=1")
    }

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

    @Test func `every format has the type and the ending that browsers know`() {
        let files = ([.gif([]), .jpeg([]), .png([]), .svg([]), .webp([])] as [ImageFile.Content])
            .map { FileReference(ImageFile("a", $0), of: AlbumFeature.manifest) }
        #expect(files.map(\.name) == ["a.gif", "a.jpg", "a.png", "a.svg", "a.webp"])
        #expect(files.map(\.type) == ["image/gif", "image/jpeg", "image/png", "image/svg+xml", "image/webp"])
    }
}

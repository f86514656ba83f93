import FeatureKit
import Hummingbird
import Interaction
import Synchronization

/// The route that serves the images of features.
struct ImageRoutes {
    let features: RemoteFeatures
    /// The images that were asked for.
    private let images = Images()

    init(features: RemoteFeatures) { self.features = features }

    var routes: [Route] {
        [
            Route(.get, "/api/features/{feature}/images/{image}") { request, context in
                let feature = try features.seen(by: context.person).feature(context.parameters[part: "feature"])
                let name = try context.parameters[part: "image"]
                guard let image = images.image(name, of: feature) else {
                    let known = feature.feature.images.map(\.fileName)
                    throw Problem(
                        .notFound,
                        "\(feature.manifest.title) has no image \(FieldValue.quote(name))"
                            + suggestion(for: name, among: known))
                }
                return response(to: request, with: image, of: feature)
            }
        ]
    }

    /// Makes the response with an image.
    ///
    /// Browsers keep it without asking again only if everybody may see it and the address names its bytes. A person who
    /// has lost a role then gets no image from the browser, and a newer page none from an older process of the host.
    private func response(to request: Request, with image: Images.Image, of feature: RemoteFeature) -> Response {
        let isLasting =
            feature.manifest.audience == .anyone && request.uri.queryParameters["v"].map(String.init) == image.version
        let tag = "\"\(image.version)\""
        var response =
            request.matches(tag) ? Response(status: .notModified) : image.content.response(to: request)
        response.headers[.cacheControl] = isLasting ? ResponseFields.foreverInBrowsers : "private, no-cache"
        response.headers[.eTag] = tag
        return response
    }
}

/// The images of features, read when somebody first asks for one.
private final class Images: Sendable {
    struct Image: Sendable {
        let version: String
        let content: StaticContent
    }

    private let known = Mutex<[String: [String: Image]]>([:])

    /// Returns the image of a feature with a file name; `nil` if there is none.
    func image(_ name: String, of feature: RemoteFeature) -> Image? {
        known.withLock { known in
            if let images = known[feature.id] { return images[name] }
            let pairs = feature.feature.images.map { image in
                (
                    image.fileName,
                    Image(
                        version: image.version,
                        content: StaticContent(image.content.bytes, ResponseFields.image(image.content)))
                )
            }
            let images = Dictionary(pairs) { first, _ in first }
            known[feature.id] = images
            return images[name]
        }
    }
}

import FeatureKit
import Hummingbird

/// The route that serves the images of features.
struct ImageRoutes {
    private let features: RemoteFeatures
    /// The images by the ids of their features and by their file names.
    private let images: [String: [String: StaticContent]]

    init(features: RemoteFeatures) {
        self.features = features
        let pairs = features.registry.features.map { feature in
            (
                feature.manifest.id,
                Dictionary(
                    uniqueKeysWithValues: feature.images.map {
                        (
                            $0.fileName,
                            StaticContent($0.content.bytes, ResponseFields.image($0.content, isPublic: false))
                        )
                    })
            )
        }
        images = Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
    }

    var routes: [Route] {
        [
            Route(.get, "/api/features/{feature}/images/{image}") { request, context in
                let manifest = try features.seen(by: context.person).feature(context.parameters[part: "feature"])
                    .manifest
                let (name, known) = (try context.parameters[part: "image"], images[manifest.id] ?? [:])
                guard let image = known[name] else {
                    throw Problem(
                        .notFound,
                        "\(manifest.title) has no image \(FieldValue.quote(name))"
                            + suggestion(for: name, among: known.keys.sorted()))
                }
                return image.response(to: request)
            }
        ]
    }
}

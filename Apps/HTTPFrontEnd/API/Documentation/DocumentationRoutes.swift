import FeatureKit
import Hummingbird
import Synchronization

/// The routes of the API's documentation: OpenAPI for programs and pages for people.
struct DocumentationRoutes {
    /// Caches the OpenAPI document, which is encoded at the first request.
    ///
    /// The document can be large, and many hosts never need it.
    private final class Made: Sendable {
        let json = Mutex<StaticContent?>(nil)
    }

    /// The maximum time that a page waits for a feature's answer.
    private static let patience = Duration.seconds(1)

    let document: OpenAPIDocument
    let pages: Pages
    let features: RemoteFeatures
    /// Launches the feature that a page documents.
    let launching: FeatureRoutes
    /// Whether clients reach the host over TLS only.
    let isSecure: Bool
    private let made = Made()

    init(
        document: OpenAPIDocument, pages: Pages, features: RemoteFeatures, launching: FeatureRoutes, isSecure: Bool
    ) {
        (self.document, self.pages, self.features, self.isSecure) = (document, pages, features, isSecure)
        self.launching = launching
    }

    var routes: [Route] {
        [
            Route(.get, "/openapi.json", produces: .json) { request, _ in
                let json = made.json.withLock { json in
                    let content = json ?? StaticContent(document.json.bytes, ResponseFields.json)
                    json = content
                    return content
                }
                return json.response(to: request)
            },
            Route(.get, "/docs") { request, _ in
                let operations = APIOperations(document.features)
                return pages.documentation(
                    operations, examples(for: request, of: operations.sample), for: request)
            },
            Route(.get, "/docs/{feature}") { request, context in
                let name = try context.parameters[part: "feature"]
                guard let feature = try? features.feature(name) else {
                    return pages.unknownFeature(name, in: "/docs/", for: request)
                }
                return pages.documentation(
                    of: feature.manifest, APIOperations(document.features),
                    examples(for: request, of: feature.manifest), showing: await frame(of: feature, request, context),
                    for: request)
            },
        ]
    }

    /// Launches a feature for the example of an answer.
    ///
    /// - Returns: The frame; `nil` if a launch needs an option, does not settle soon, or is asked for by another site.
    private func frame(of feature: RemoteFeature, _ request: Request, _ context: HostContext) async -> Frame? {
        guard !feature.manifest.hasRequiredOption, (try? request.refuseOtherSites("examples are")) != nil else {
            return nil
        }
        return try? await launching.frame(of: feature, [:], within: Self.patience, for: context)
    }

    /// Makes the examples with the address that the client uses.
    private func examples(for request: Request, of feature: FeatureManifest?) -> APIExamples {
        APIExamples(at: request.origin(isSecure: isSecure), hasToken: document.hasToken, of: feature)
    }
}

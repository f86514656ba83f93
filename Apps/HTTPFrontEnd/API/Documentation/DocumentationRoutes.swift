import FeatureKit
import Hummingbird
import Interaction
import Synchronization

/// The routes of the API's documentation: OpenAPI for programs and pages for people.
struct DocumentationRoutes {
    /// Caches the OpenAPI document, by the ids of the features that a person may use.
    ///
    /// The document can be large, and many hosts never need it.
    private final class Made: Sendable {
        let json = Mutex<[[String]: StaticContent]>([:])
    }

    /// The maximum time that a page waits for a feature's answer.
    private static let patience = Duration.seconds(1)

    private(set) var document: OpenAPIDocument
    private(set) var pages: Pages
    private(set) var features: RemoteFeatures
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
            Route(.get, "/openapi.json", produces: .json) { request, context in
                let document = seen(by: context).document
                let json = made.json.withLock { json in
                    let ids = document.features.map(\.id)
                    if let content = json[ids] { return content }
                    let content = StaticContent(document.json.bytes, ResponseFields.json)
                    if json.count < Self.documentsLimit { json[ids] = content }
                    return content
                }
                return json.response(to: request)
            },
            Route(.get, "/docs") { request, context in
                let routes = seen(by: context)
                let operations = APIOperations(routes.document.features)
                return routes.pages.documentation(
                    operations, examples(for: request, of: operations.sample), for: request)
            },
            Route(.get, "/docs/{feature}") { request, context in
                let routes = seen(by: context)
                let (pages, document, name) = (routes.pages, routes.document, try context.parameters[part: "feature"])
                guard features.contains(name) else { return pages.unknownFeature(name, in: "/docs/", for: request) }
                let feature = try routes.features.feature(name)
                return pages.documentation(
                    of: feature.manifest, APIOperations(document.features),
                    examples(for: request, of: feature.manifest), showing: await frame(of: feature, request, context),
                    for: request)
            },
        ]
    }

    /// The greatest number of documents that are kept.
    private static let documentsLimit = 16

    /// Returns the routes for the person of a request.
    private func seen(by context: HostContext) -> DocumentationRoutes {
        var routes = self
        routes.pages = pages.seen(by: context)
        routes.features = routes.pages.features
        routes.document.features = routes.features.all.map(\.manifest)
        return routes
    }

    /// Launches a feature for the example of an answer.
    ///
    /// - Returns: The frame; `nil` if a launch needs an option, does not settle soon, or is asked for by another site.
    private func frame(of feature: RemoteFeature, _ request: Request, _ context: HostContext) async -> Frame? {
        guard !feature.manifest.hasRequiredOption, (try? request.refuseOtherSites("examples are")) != nil else {
            return nil
        }
        let frame = try? await launching.frame(of: feature, [:], within: Self.patience, for: context)
        return frame.map(Rights(of: context.person, in: feature.manifest).shown)
    }

    /// Makes the examples with the address that the client uses.
    private func examples(for request: Request, of feature: FeatureManifest?) -> APIExamples {
        APIExamples(at: request.origin(isSecure: isSecure), document.identity, of: feature)
    }
}

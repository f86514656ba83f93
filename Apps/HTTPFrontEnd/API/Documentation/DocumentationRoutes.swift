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

    let document: OpenAPIDocument
    let pages: Pages
    let features: RemoteFeatures
    /// Whether clients reach the host over TLS only.
    let isSecure: Bool
    private let made = Made()

    init(document: OpenAPIDocument, pages: Pages, features: RemoteFeatures, isSecure: Bool) {
        (self.document, self.pages, self.features, self.isSecure) = (document, pages, features, isSecure)
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
            Route(.get, "/docs/{feature}") { request, parameters in
                let feature = try features.feature(parameters[part: "feature"]).manifest
                return pages.documentation(
                    of: feature, APIOperations(document.features), examples(for: request, of: feature),
                    for: request)
            },
        ]
    }

    /// Makes the examples with the address that the client uses.
    ///
    /// A reverse proxy that uses TLS says so in `X-Forwarded-Proto`. A client that sends this field itself changes only
    /// its own page.
    private func examples(for request: Request, of feature: FeatureManifest?) -> APIExamples {
        let isSecure = isSecure || request.headers[.forwardedProto] == "https"
        // The request's policy has checked the authority: it has only the characters of host names and ports.
        let address = "\(isSecure ? "https" : "http")://\(request.head.authority ?? "localhost")"
        return APIExamples(at: address, hasToken: document.hasToken, of: feature)
    }
}

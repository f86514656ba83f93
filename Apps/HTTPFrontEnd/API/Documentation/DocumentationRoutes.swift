import Hummingbird
import Synchronization

/// The routes of the API's documentation: OpenAPI for programs and a page for people.
struct DocumentationRoutes {
    /// Caches the OpenAPI document, which is encoded at the first request.
    ///
    /// The document can be large, and many hosts never need it.
    private final class Made: Sendable {
        let json = Mutex<StaticContent?>(nil)
    }

    let document: OpenAPIDocument
    let pages: Pages
    private let made = Made()

    init(document: OpenAPIDocument, pages: Pages) {
        (self.document, self.pages) = (document, pages)
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
            Route(.get, "/docs") { _, _ in
                pages.documentation(of: APIOperations(document.features).all, hasToken: document.hasToken)
            },
        ]
    }
}

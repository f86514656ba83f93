import Hummingbird
import Synchronization

/// What tells how to use a host: a document for machines and a page for people.
struct DocumentationRoutes {
    /// What is made when it is first asked for: nobody may ever ask, and a host can have many features.
    private final class Made: Sendable {
        let json = Mutex<[UInt8]?>(nil)
    }

    let document: OpenAPIDocument
    let pages: Pages
    private let made = Made()

    init(document: OpenAPIDocument, pages: Pages) {
        (self.document, self.pages) = (document, pages)
    }

    var routes: [Route] {
        [
            Route(.get, "/openapi.json", produces: .json) { _, _ in
                .json(
                    made.json.withLock { json in
                        let bytes = json ?? document.json.bytes
                        json = bytes
                        return bytes
                    })
            },
            Route(.get, "/docs") { _, _ in
                pages.documentation(of: APIOperations(document.features).all, hasToken: document.hasToken)
            },
        ]
    }
}

import FeatureKit
import Hummingbird

extension Pages {
    /// Makes the page that gives an overview of the API.
    func documentation(_ operations: APIOperations, _ examples: APIExamples, for request: Request) -> Response {
        page(
            "docs", DocumentationView(operations.features, operations.common, examples), title: "API", for: request)
    }

    /// Makes the page that documents the API of one feature.
    func documentation(
        of feature: FeatureManifest, _ operations: APIOperations, _ examples: APIExamples, for request: Request
    ) -> Response {
        let view = FeatureDocumentationView(feature, operations.operations(of: feature), examples)
        return page("docs-feature", view, title: "API: \(feature.title)", for: request)
    }
}

import FeatureKit
import Hummingbird

extension Pages {
    /// Makes the page that gives an overview of the API.
    func documentation(_ operations: APIOperations, _ examples: APIExamples, for request: Request) -> Response {
        let view = DocumentationView(operations.features, operations.common, examples)
        return page(title: "API", for: request) {
            $0.documentationPath(to: nil)
        } main: {
            $0.documentation(view)
        }
    }

    /// Makes the page that documents the API of one feature.
    func documentation(
        of feature: FeatureManifest, _ operations: APIOperations, _ examples: APIExamples, for request: Request
    ) -> Response {
        let view = FeatureDocumentationView(feature, operations.operations(of: feature), examples)
        return page(title: "API: \(feature.title)", for: request) {
            $0.documentationPath(to: feature.title)
        } main: {
            $0.documentation(view)
        }
    }
}

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
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - operations: All operations of the host.
    ///   - examples: Makes the examples.
    ///   - frame: A frame of the feature, for the example of an answer; `nil` if there is none.
    ///   - request: The request for the page.
    func documentation(
        of feature: FeatureManifest, _ operations: APIOperations, _ examples: APIExamples, showing frame: Frame?,
        for request: Request
    ) -> Response {
        let view = FeatureDocumentationView(feature, operations.operations(of: feature), examples, frame)
        return page(title: "API: \(feature.title)", for: request) {
            $0.documentationPath(to: feature.title)
        } main: {
            $0.documentation(view)
        }
    }
}

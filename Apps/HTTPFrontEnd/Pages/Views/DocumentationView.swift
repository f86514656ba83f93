import FeatureKit

/// The page that gives an overview of the API.
struct DocumentationView {
    /// A feature with a page of its own.
    struct Feature {
        let address: String
        let title: String
        let summary: String
    }

    /// The operations under one heading.
    struct Group {
        let title: String
        let operations: [OperationView]
    }

    let hasToken: Bool
    let features: [Feature]
    let groups: [Group]

    /// Creates the overview.
    ///
    /// - Parameters:
    ///   - features: The features of the host.
    ///   - operations: The operations that belong to no single feature.
    ///   - examples: Makes the examples.
    init(_ features: [FeatureManifest], _ operations: [APIOperation], _ examples: APIExamples) {
        hasToken = examples.hasToken
        self.features = features.map { Feature(address: "/docs/\($0.id)", title: $0.title, summary: $0.summary) }
        var order: [String] = []
        for operation in operations where !order.contains(operation.group) { order.append(operation.group) }
        groups = order.map { title in
            Group(title: title, operations: operations.filter { $0.group == title }.map { OperationView($0, examples) })
        }
    }
}

/// The page that documents the API of one feature.
struct FeatureDocumentationView {
    let title: String
    let summary: String
    /// The address at which people use the feature.
    let address: String
    let options: DocumentedFields?
    let operations: [OperationView]

    /// Creates the page of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - operations: The feature's operations, beginning with the one that returns the screen.
    ///   - examples: Makes the examples.
    init(_ feature: FeatureManifest, _ operations: [APIOperation], _ examples: APIExamples) {
        (title, summary, address) = (feature.title, feature.summary, "/features/\(feature.id)")
        options = DocumentedFields(feature.options, label: "Options")
        let names = Set(feature.options.map(\.name))
        self.operations = operations.enumerated().map { index, operation in
            OperationView(operation, heading: index == 0 ? "Screen" : nil, examples, without: names)
        }
    }
}

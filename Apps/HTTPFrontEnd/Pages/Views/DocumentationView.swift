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

    let identity: APIIdentity
    let features: [Feature]
    let groups: [Group]

    /// Creates the overview.
    ///
    /// - Parameters:
    ///   - features: The features of the host.
    ///   - operations: The operations that belong to no single feature.
    ///   - examples: Makes the examples.
    init(_ features: [FeatureManifest], _ operations: [APIOperation], _ examples: APIExamples) {
        identity = examples.identity
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
    /// The operation that returns the screen.
    let screen: OperationView
    /// The actions, without the parts that are the same for all of them.
    let actions: [OperationView]
    /// The first action, for the parts that are the same for all actions; `nil` if there are no actions.
    let common: OperationView?

    /// Creates the page of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - operations: The feature's operations, beginning with the one that returns the screen.
    ///   - examples: Makes the examples.
    ///   - frame: A frame of the feature, for the example of an answer; `nil` if there is none.
    init(_ feature: FeatureManifest, _ operations: [APIOperation], _ examples: APIExamples, _ frame: Frame?) {
        (title, summary, address) = (feature.title, feature.summary, "/features/\(feature.id)")
        options = DocumentedFields(feature.options, label: "Options")
        let names = Set(feature.options.map(\.name))
        let screen = OperationView(operations[0], heading: "Screen", examples, without: names)
        self.screen = frame.map { screen.answered(examples.answer(with: $0)) } ?? screen
        let actions = operations.dropFirst().map { OperationView($0, examples, without: names) }
        let common = actions.first
        self.common = common
        self.actions = actions.map { action in common.map(action.differing) ?? action }
    }
}

import FeatureKit

/// The page that documents the API.
struct DocumentationView {
    /// The operations under one heading.
    struct Group {
        let title: String
        let operations: [Operation]
    }

    /// One operation of the API.
    struct Operation {
        let id: String
        let method: String
        let path: String
        let summary: String
        let explanation: String
        let inputs: [Input]
        let answers: [Answer]
    }

    /// A parameter or a field of the body.
    struct Input {
        let name: String
        let place: String
        let explanation: String
        let isRequired: Bool
    }

    /// A possible answer.
    struct Answer {
        let status: Int
        let explanation: String
    }

    let hasToken: Bool
    let groups: [Group]

    init(_ operations: [APIOperation], hasToken: Bool) {
        self.hasToken = hasToken
        var order: [String] = []
        for operation in operations where !order.contains(operation.group) { order.append(operation.group) }
        let byGroup = Dictionary(grouping: operations, by: \.group)
        groups = order.map { title in
            Group(title: title, operations: (byGroup[title] ?? []).map { DocumentationView.view(of: $0, hasToken) })
        }
    }

    private static func view(of operation: APIOperation, _ hasToken: Bool) -> Operation {
        let parameters = operation.parameters.map {
            Input(name: $0.name, place: $0.place.rawValue, explanation: $0.explanation, isRequired: $0.isRequired)
        }
        let fields = (operation.body?.fields ?? []).map {
            Input(name: $0.name, place: "body", explanation: $0.explanation, isRequired: $0.mustBeGiven)
        }
        let answers = operation.answers + APIOperation.Answer.problems(of: operation, hasToken: hasToken)
        return Operation(
            id: operation.id, method: operation.method.uppercased(), path: operation.path, summary: operation.summary,
            explanation: operation.explanation ?? "", inputs: parameters + fields,
            answers: answers.sorted { $0.status < $1.status }.map {
                Answer(status: $0.status, explanation: $0.explanation)
            })
    }
}

import FeatureKit

/// One operation of the API on the pages that document it.
struct OperationView {
    /// A parameter of the path, the query or the header.
    struct Parameter: Equatable {
        let name: String
        let place: String
        let explanation: String
        let isRequired: Bool
    }

    /// A possible answer.
    struct Answer: Equatable {
        let status: Int
        let explanation: String
    }

    let id: String
    let heading: String
    let method: String
    let path: String
    private(set) var explanation: String?
    private(set) var parameters: [Parameter]
    /// The fields of the body.
    let fields: DocumentedFields?
    /// The command of a shell that sends a request.
    let command: String
    /// The example of an answer, as JSON; `nil` if there is none.
    private(set) var answer: String?
    /// Whether the host has given the answer, instead of the answer's schema.
    private(set) var hasRealAnswer = false
    private(set) var answers: [Answer]

    /// Creates the view of an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - heading: The heading; `nil` for the operation's summary.
    ///   - examples: Makes the examples.
    ///   - omitted: The names of parameters that the page shows at another place.
    init(
        _ operation: APIOperation, heading: String? = nil, _ examples: APIExamples, without omitted: Set<String> = []
    ) {
        (id, method, path) = (operation.id, operation.method.uppercased(), operation.path)
        (self.heading, explanation) = (heading ?? operation.summary, operation.explanation)
        parameters = operation.parameters.filter { !omitted.contains($0.name) }.map {
            Parameter(name: $0.name, place: $0.place.rawValue, explanation: $0.explanation, isRequired: $0.isRequired)
        }
        fields = DocumentedFields(operation.body?.fields ?? [], label: "Fields of the body")
        (command, answer) = (examples.command(for: operation), examples.answer(to: operation))
        let all = operation.answers + APIOperation.Answer.problems(of: operation, examples.identity)
        answers = all.sorted { $0.status < $1.status }.map { Answer(status: $0.status, explanation: $0.explanation) }
    }
}

extension OperationView {
    /// Returns this operation with an answer that the host has given.
    func answered(_ answer: String) -> OperationView {
        var view = self
        (view.answer, view.hasRealAnswer) = (answer, true)
        return view
    }

    /// Returns this operation without the parts that it has in common with another operation.
    func differing(from other: OperationView) -> OperationView {
        var view = self
        if explanation == other.explanation { view.explanation = nil }
        if parameters == other.parameters { view.parameters = [] }
        if answer == other.answer { view.answer = nil }
        if answers == other.answers { view.answers = [] }
        return view
    }
}

/// A table of fields on the pages that document the API.
struct DocumentedFields {
    /// One field of the table.
    struct Row {
        let name: String
        let kind: String
        let rule: String
        /// Whether the field must have a value, and the default.
        let need: String

        init(_ field: FieldDescription) {
            (name, kind, rule) = (field.name, field.kind.rawValue, field.explanation)
            let defaultText = field.kind == .secret ? nil : field.defaultValue?.formText
            need = field.mustBeGiven ? "yes" : defaultText.map { "no, default: \($0)" } ?? "no"
        }
    }

    /// The name of the table for assistive technology.
    let label: String
    let rows: [Row]

    /// Creates a table; `nil` if there are no fields.
    init?(_ fields: [FieldDescription], label: String) {
        guard !fields.isEmpty else { return nil }
        (self.label, rows) = (label, fields.map(Row.init))
    }
}

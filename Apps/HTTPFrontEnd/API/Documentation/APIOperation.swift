import FeatureKit

/// A request that clients can make, described for the OpenAPI document and the page about the API.
struct APIOperation: Sendable {
    /// A parameter of the path, the query or the header.
    struct Parameter: Sendable {
        enum Place: String { case path, query, header }

        let name: String
        let place: Place
        let explanation: String
        let schema: JSONValue
        var isRequired = false
        /// The texts of a value for examples; empty if none is known.
        var examples: [String] = []
    }

    /// The body of the request.
    struct Body: Sendable {
        let schema: JSONValue
        /// The fields of the body, for the page about the API.
        let fields: [FieldDescription]
        let isRequired: Bool
        /// A body for examples.
        let example: JSONValue
    }

    /// A possible response.
    struct Answer: Sendable {
        let status: Int
        let explanation: String
        var type = "application/json"
        var schema: JSONValue?
        var isProblem = false
    }

    /// The heading in the documentation: a feature's title, `Sessions` or `Host`.
    let group: String
    let id: String
    let method: String
    let path: String
    let summary: String
    var explanation: String?
    var parameters: [Parameter] = []
    var body: Body?
    var answers: [Answer]
    /// Whether clients may use the operation without a token.
    var isOpen = false
    /// The people who may use the operation, and the sentence that refuses everybody else.
    var audience: (Audience, refusal: String)?
    /// The JSON Schemas of an event stream's data, by event name.
    var events: [(name: String, value: JSONValue)] = []
}

extension APIOperation.Answer {
    /// Creates a response that describes a problem.
    static func problem(_ status: Int, _ explanation: String) -> APIOperation.Answer {
        APIOperation.Answer(
            status: status, explanation: explanation, type: "application/problem+json",
            schema: ScreenSchemas.reference("Problem"), isProblem: true)
    }

    /// Returns the problems that follow from an operation's properties, such as a missing token.
    static func problems(of operation: APIOperation, _ identity: APIIdentity) -> [APIOperation.Answer] {
        var all = [APIOperation.Answer.problem(400, "The request is malformed.")]
        if !operation.isOpen {
            switch identity {
            case .none: break
            case .token: all.append(.problem(401, "The token is missing or wrong."))
            case .proxy: all.append(.problem(401, "The reverse proxy names no person."))
            }
        }
        let forbidden = "The request names a foreign host, or comes from a page of another site."
        all.append(.problem(403, operation.audience.map { "\($0.refusal) Also: \(forbidden)" } ?? forbidden))
        all.append(.problem(406, "The header Accept does not allow the answer's type."))
        if operation.body != nil {
            all.append(.problem(413, "The body is larger than 1 MiB."))
            all.append(.problem(415, "The body is not application/json."))
        }
        if identity == .token, !operation.isOpen {
            all.append(.problem(429, "The client's address presented too many wrong tokens."))
        }
        return all
    }
}

extension APIOperation {
    /// The name of the parameter that names the form from which an action is called.
    static let formName = "form"
}

extension APIOperation.Parameter {
    static func option(_ field: FieldDescription) -> APIOperation.Parameter {
        APIOperation.Parameter(
            name: field.name, place: .query, explanation: field.explanation, schema: field.schema,
            isRequired: field.mustBeGiven, examples: field.example?.typedTexts ?? [])
    }

    static func part(
        _ name: String, _ explanation: String, _ schema: JSONValue, example: String? = nil
    ) -> APIOperation.Parameter {
        APIOperation.Parameter(
            name: name, place: .path, explanation: explanation, schema: schema, isRequired: true,
            examples: example.map { [$0] } ?? [])
    }

    static func header(
        _ name: String, _ explanation: String, schema: JSONValue = ["type": "string"]
    ) -> APIOperation.Parameter {
        APIOperation.Parameter(name: name, place: .header, explanation: explanation, schema: schema)
    }

    static let session = part("session", "The session's id.", ["type": "string", "pattern": "^[0-9a-f]{32}$"])

    static let work = part("work", "The id of the call, as in 'work' of the frame.", ["type": "string"], example: "7")

    static let idempotencyKey = header(
        "Idempotency-Key",
        "Any text of 1 to 255 bytes. Requests with the same key act once and get the same answer.",
        schema: ["type": "string", "minLength": 1, "maxLength": .plain(.integer(IdempotentActions.keyLimit))])

    /// The parameter that names the form from which an action is called.
    static let form = APIOperation.Parameter(
        name: APIOperation.formName, place: .query,
        explanation: "The id of the form on the screen. Fields that the call omits keep the form's values.",
        schema: ["type": "string"])

    static let ifMatch = header(
        "If-Match", "The entity tag of the expected frame. The answer is 412 if the session has another revision.")
}

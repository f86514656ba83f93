import FeatureKit

/// One thing that a client can ask of a host, as documents tell it.
struct APIOperation: Sendable {
    /// Something that stands in the address or in the header.
    struct Parameter: Sendable {
        enum Place: String { case path, query, header }

        let name: String
        let place: Place
        let explanation: String
        let schema: JSONValue
        var isRequired = false
    }

    /// What is sent with it.
    struct Body: Sendable {
        let schema: JSONValue
        /// The fields of the body, for people.
        let fields: [FieldDescription]
        let isRequired: Bool
    }

    /// What comes back.
    struct Answer: Sendable {
        let status: Int
        let explanation: String
        var type = "application/json"
        var schema: JSONValue?
        var isProblem = false
    }

    /// What it is about: features, sessions or the host.
    let group: String
    let id: String
    let method: String
    let path: String
    let summary: String
    var explanation: String?
    var parameters: [Parameter] = []
    var body: Body?
    var answers: [Answer]
    /// Whether it needs no token.
    var isOpen = false
    /// Events of a stream: the schemas of their data by their names.
    var events: [(name: String, value: JSONValue)] = []
}

extension APIOperation.Answer {
    /// Why a request is refused.
    static func problem(_ status: Int, _ explanation: String) -> APIOperation.Answer {
        APIOperation.Answer(
            status: status, explanation: explanation, type: "application/problem+json",
            schema: ScreenSchemas.reference("Problem"), isProblem: true)
    }

    /// The problems that every request can meet, by what it is like.
    static func problems(of operation: APIOperation, hasToken: Bool) -> [APIOperation.Answer] {
        var all = [APIOperation.Answer.problem(400, "The request is malformed.")]
        if hasToken, !operation.isOpen { all.append(.problem(401, "The host asks for its token.")) }
        all.append(.problem(403, "The request has a foreign name of the host, or comes from a page elsewhere."))
        all.append(.problem(406, "The header Accept does not allow the answer's type."))
        if operation.body != nil {
            all.append(.problem(413, "The body is larger than 1 MiB."))
            all.append(.problem(415, "The body is not application/json."))
        }
        return all
    }
}

extension APIOperation.Parameter {
    /// An option of a launch.
    static func option(_ field: FieldDescription) -> APIOperation.Parameter {
        APIOperation.Parameter(
            name: field.name, place: .query, explanation: field.explanation, schema: field.schema,
            isRequired: field.mustBeGiven)
    }

    /// A part of the path.
    static func part(_ name: String, _ explanation: String, _ schema: JSONValue) -> APIOperation.Parameter {
        APIOperation.Parameter(name: name, place: .path, explanation: explanation, schema: schema, isRequired: true)
    }

    /// A field of the header.
    static func header(
        _ name: String, _ explanation: String, schema: JSONValue = ["type": "string"]
    ) -> APIOperation.Parameter {
        APIOperation.Parameter(name: name, place: .header, explanation: explanation, schema: schema)
    }

    /// The session's id in the path.
    static let session = part("session", "The session's id.", ["type": "string", "pattern": "^[0-9a-f]{32}$"])

    /// What makes a request that is sent twice act once.
    static let idempotencyKey = header(
        "Idempotency-Key",
        "A text of 1 to 255 bytes, of the client's choice: requests with the same key act once and get the same answer.",
        schema: ["type": "string", "minLength": 1, "maxLength": .plain(.integer(IdempotentActions.keyLimit))])

    /// What makes an action wait for no other revision.
    static let ifMatch = header(
        "If-Match", "The entity tag of the frame that is acted upon: if the session shows another by now, 412.")
}

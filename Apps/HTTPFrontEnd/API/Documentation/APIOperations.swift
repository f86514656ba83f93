import FeatureKit
import Interaction

/// All operations of a host: an operation for each route, for each feature's screen and for each action.
struct APIOperations {
    let features: [FeatureManifest]

    /// All operations in the order of the documentation.
    var all: [APIOperation] { catalogue + features.flatMap(operations) + sessions + host }

    /// The operations that belong to no single feature, in the order of the documentation.
    var common: [APIOperation] { catalogue + sessions + host }

    /// The feature in the examples of the common operations.
    var sample: FeatureManifest? { features.first { !$0.actions.isEmpty } ?? features.first }

    /// The feature in the example of choices.
    private var naming: FeatureManifest? { features.first { !$0.references.isEmpty } }

    // MARK: - Features

    private var catalogue: [APIOperation] {
        [
            APIOperation(
                group: "Features", id: "listFeatures", method: "get", path: "/api/features",
                summary: "List the features of this host",
                answers: [
                    answer(200, "The manifests.", ["type": "array", "items": ScreenSchemas.reference("Manifest")])
                ]
            ),
            APIOperation(
                group: "Features", id: "readFeature", method: "get", path: "/api/features/{feature}",
                summary: "Get the manifest of a feature",
                parameters: [
                    .part(
                        "feature", "The feature's id.", ["type": "string", "enum": .texts(features.map(\.id))],
                        example: sample?.id)
                ],
                answers: [answer(200, "The manifest.", "Manifest"), .problem(404, "There is no such feature.")]),
            APIOperation(
                group: "Features", id: "readHistory", method: "get", path: "/api/features/{feature}/history",
                summary: "Get the changes of a feature's records",
                explanation:
                    "The newest entry comes first. The number of a change is the argument of the action 'undo'. If an option "
                    + "of the feature chooses the records, give it in the query too.",
                parameters: [
                    .part(
                        "feature", "The feature's id.", ["type": "string", "enum": .texts(features.map(\.id))],
                        example: (features.first { $0.undo != nil } ?? sample)?.id)
                ] + HistoryRoutes.fields.map(APIOperation.Parameter.option),
                answers: [
                    answer(200, "The entries.", "History"),
                    .problem(404, "There is no such feature, or it keeps no records."),
                    .problem(422, "A parameter breaks a rule."), .problem(503, "The store cannot be read."),
                ]),
            APIOperation(
                group: "Features", id: "readChoices", method: "get", path: "/api/features/{feature}/choices/{field}",
                summary: "Get the records that a field can name",
                explanation:
                    "A field of the kind 'reference' names a record of the feature 'to'. A call may give its key, or a title "
                    + "that only this record has.",
                parameters: [
                    .part(
                        "feature", "The feature's id.", ["type": "string", "enum": .texts(features.map(\.id))],
                        example: (naming ?? sample)?.id),
                    .part(
                        "field", "The name of a field of the kind 'reference'.", ["type": "string"],
                        example: naming?.references.first?.name ?? "house"),
                ] + ChoiceRoutes.fields.map(APIOperation.Parameter.option),
                answers: [
                    answer(200, "A page of at most 20 choices.", "Choices"),
                    .problem(404, "There is no such feature, or it has no such field."),
                    .problem(422, "A parameter breaks a rule."), .problem(503, "The store cannot be read."),
                ]),
        ]
    }

    /// Returns the operations of a feature: the operation that returns its screen, then one for each action.
    func operations(of feature: FeatureManifest) -> [APIOperation] {
        let options = feature.options.map(APIOperation.Parameter.option)
        let screen = APIOperation(
            group: feature.title, id: "\(feature.id).screen", method: "get", path: "/api/features/\(feature.id)/screen",
            summary: feature.summary,
            explanation: "Launches \(feature.title), waits until it settles and returns its frame.",
            parameters: options,
            answers: [answer(200, "The frame, even if the screen has failed.", "Frame")] + launchProblems,
            audience: feature.restriction)
        return [screen]
            + feature.actions.map { action in
                APIOperation(
                    group: feature.title, id: "\(feature.id).\(action.name)", method: "post",
                    path: "/api/features/\(feature.id)/actions/\(action.name)", summary: action.title,
                    explanation:
                        "Launches \(feature.title), waits until it settles, performs the action and returns the frame.",
                    parameters: options + [.form, .idempotencyKey],
                    body: APIOperation.Body(
                        schema: ScreenSchemas.reference(APIOperations.schemaName(action, of: feature)),
                        fields: action.fields(), isRequired: action.fields().contains(where: \.mustBeGiven),
                        example: action.fields.example),
                    answers: [
                        answer(200, "The frame after the action, its notices, and the place that it opens.", "Answer"),
                        busy,
                        .problem(412, "If-Match is given, but the launched session has no earlier revision."),
                    ] + launchProblems, audience: feature.restriction(of: action) ?? feature.restriction)
            }
    }

    /// The name of the schema of an action's arguments.
    static func schemaName(_ action: Action, of feature: FeatureManifest) -> String { "\(feature.id).\(action.name)" }

    // MARK: - Sessions

    private var sessions: [APIOperation] {
        let none = APIOperation.Answer.problem(404, "There is no such session, or it has ended.")
        return [
            APIOperation(
                group: "Sessions", id: "listSessions", method: "get", path: "/api/sessions",
                summary: "List your running sessions, most recently used first",
                answers: [answer(200, "The sessions.", ["type": "array", "items": ScreenSchemas.reference("Session")])]),
            APIOperation(
                group: "Sessions", id: "openSession", method: "post", path: "/api/sessions",
                summary: "Launch a feature and open a session",
                parameters: [.idempotencyKey],
                body: APIOperation.Body(
                    schema: opening, fields: [], isRequired: true,
                    example: [
                        "feature": .text(sample?.id ?? "…"),
                        "options": (sample?.options ?? []).filter(\.mustBeGiven).example,
                    ]),
                answers: [answer(201, "The first frame; Location is the session's address.", "Frame")]
                    + launchProblems.filter { $0.status != 504 } + [.problem(404, "There is no such feature.")]),
            APIOperation(
                group: "Sessions", id: "readSession", method: "get", path: "/api/sessions/{session}",
                summary: "Get a session's frame",
                parameters: [
                    .session,
                    .header("If-None-Match", "The entity tags of known frames. If one is current, the answer is 304."),
                ],
                answers: [
                    answer(
                        200,
                        "The frame; its entity tag begins with its revision. 'work' lists the calls that take long.",
                        "SessionFrame"),
                    APIOperation.Answer(status: 304, explanation: "The client has the frame."), none,
                ]),
            events(none),
            APIOperation(
                group: "Sessions", id: "perform", method: "post", path: "/api/sessions/{session}/actions/{action}",
                summary: "Perform an action of a session",
                explanation:
                    "The operations of each feature document its actions and their fields. "
                    + "A call that names a form of the screen sends only the changed fields; null empties a field.",
                parameters: [
                    .session,
                    .part(
                        "action", "The action's name.",
                        ["type": "string", "enum": .texts(Set(features.flatMap { $0.actions.map(\.name) }).sorted())],
                        example: sample?.actions.first?.name),
                    .form, .ifMatch, .idempotencyKey,
                ],
                body: APIOperation.Body(
                    schema: anyAction, fields: [], isRequired: false,
                    example: (sample?.actions.first?.fields ?? []).example),
                answers: [
                    answer(200, "The frame after the action, its notices, and the place that it opens.", "Answer"),
                    .problem(404, "There is no such session or action."), busy,
                    .problem(412, "If-Match does not name the session's revision."), refused, late, full,
                ]),
            APIOperation(
                group: "Sessions", id: "readWork", method: "get", path: "/api/sessions/{session}/work/{work}",
                summary: "Get the progress or the outcome of a call that takes long",
                explanation:
                    "A client that gave up waiting for an answer finds it here for a minute after the end of the call.",
                parameters: [.session, .work],
                answers: [
                    answer(200, "The call.", "WorkStatus"),
                    .problem(404, "There is no such session or call, or the outcome is forgotten."),
                ]),
            APIOperation(
                group: "Sessions", id: "cancelWork", method: "post",
                path: "/api/sessions/{session}/work/{work}/cancel", summary: "Cancel a call",
                explanation:
                    "A queued call ends at once. A running call ends when its feature has stopped it; until then its state is "
                    + "'running'. The request that has made the call is answered with 409.",
                parameters: [.session, .work],
                answers: [
                    answer(200, "The call. If it has ended before, its outcome.", "WorkStatus"),
                    .problem(404, "There is no such session or call, or the outcome is forgotten."),
                    .problem(409, "Calls of this action cannot be cancelled."),
                ]),
            APIOperation(
                group: "Sessions", id: "closeSession", method: "delete", path: "/api/sessions/{session}",
                summary: "End a session", parameters: [.session],
                answers: [APIOperation.Answer(status: 204, explanation: "The session has ended."), none]),
        ]
    }

    private func events(_ none: APIOperation.Answer) -> APIOperation {
        APIOperation(
            group: "Sessions", id: "watchSession", method: "get", path: "/api/sessions/{session}/events",
            summary: "Stream a session's frames and notices",
            explanation:
                "Server-sent events (HTML Standard, 9.2). The first event is 'frame'. "
                + "Then each 'patch' changes one revision into the next, or a 'frame' has the whole new frame. "
                + "A 'notice' is a short message. "
                + "'work' lists the calls that take long, after each change of the list. "
                + "'viewers' has the number of the session's open streams, this one included. "
                + "It follows the first frame, and each change of the number within a second. "
                + "The last event is 'closed' if the session has ended, or 'renew' to open the stream again. "
                + "Ignore events with other names. "
                + "The id of a 'frame' or a 'patch' begins with its revision, and names what the caller may see of it.",
            parameters: [
                .session,
                .header("Last-Event-ID", "The id of the last event. The stream continues after it."),
                APIOperation.Parameter(
                    name: "after", place: .query, explanation: "Replaces Last-Event-ID if a client cannot send it.",
                    schema: ["type": "string", "pattern": "^[0-9]+(-[0-9a-f]+)?$"]),
                APIOperation.Parameter(
                    name: "vocabulary", place: .query,
                    explanation:
                        "The vocabulary version that the client knows. The host's version is 'x-vocabulary' in 'info'. "
                        + "A client that knows at least this version gets patches, other clients get whole frames.",
                    schema: ["type": "string", "pattern": "^[0-9]+(-[0-9a-f]+)?$"]),
            ],
            answers: [
                APIOperation.Answer(
                    status: 200, explanation: "The stream.", type: "text/event-stream", schema: ["type": "string"]),
                none,
                .problem(503, "The limit of open streams is reached. Retry after the time in Retry-After."),
            ],
            events: [
                ("frame", ScreenSchemas.reference("Frame")), ("patch", ScreenSchemas.reference("Patch")),
                ("notice", ScreenSchemas.reference("Notice")),
                ("work", ["type": "array", "items": ScreenSchemas.reference("Work")]),
                ("viewers", ScreenSchemas.object(["count": ["type": "integer", "minimum": 1]])),
                ("closed", ["type": "object"]), ("renew", ["type": "object"]),
            ])
    }

    /// The schema of the body that opens a session: a feature and its options.
    private var opening: JSONValue {
        let launches = features.map { feature -> JSONValue in
            [
                "type": "object",
                "properties": [
                    "feature": ["type": "string", "const": .text(feature.id)], "options": feature.options.schema,
                ],
                "required": feature.options.contains(where: \.mustBeGiven) ? ["feature", "options"] : ["feature"],
                "additionalProperties": false,
            ]
        }
        return launches.isEmpty ? ["type": "object"] : ["oneOf": .array(launches)]
    }

    private var anyAction: JSONValue {
        let names = features.flatMap { feature in
            feature.actions.map { ScreenSchemas.reference(APIOperations.schemaName($0, of: feature)) }
        }
        return names.isEmpty ? ["type": "object"] : ["anyOf": .array(names)]
    }

    // MARK: - The host

    private var host: [APIOperation] {
        [
            APIOperation(
                group: "Host", id: "readPerson", method: "get", path: "/api/person",
                summary: "Get the person of the caller",
                answers: [
                    answer(
                        200, "The person; null if the host knows nobody.",
                        ["oneOf": [ScreenSchemas.reference("Person"), ["type": "null"]]])
                ]),
            APIOperation(
                group: "Host", id: "document", method: "get", path: "/openapi.json", summary: "Get this document",
                answers: [answer(200, "OpenAPI 3.1.", ["type": "object"])]),
            text("live", "/livez", "Check whether the host is alive", isOpen: true),
            text(
                "ready", "/readyz", "Check whether the host accepts requests", isOpen: true,
                [
                    APIOperation.Answer(
                        status: 503, explanation: "The host is shutting down, or its store is unavailable.",
                        type: "text/plain", schema: ["type": "string"])
                ]),
            text("metrics", "/metrics", "Get the host's metrics for Prometheus", isOpen: false),
        ]
    }

    private func text(
        _ id: String, _ path: String, _ summary: String, isOpen: Bool, _ others: [APIOperation.Answer] = []
    ) -> APIOperation {
        APIOperation(
            group: "Host", id: id, method: "get", path: path, summary: summary,
            answers: [
                APIOperation.Answer(status: 200, explanation: "Text.", type: "text/plain", schema: ["type": "string"])
            ] + others, isOpen: isOpen)
    }

    // MARK: - Answers

    private let busy = APIOperation.Answer.problem(
        409, "The action is disabled or busy, or somebody cancelled it, or a later call replaced it.")
    private let refused = APIOperation.Answer.problem(
        422, "The input breaks a rule. 'errors' has the rules, by field. 'advice' has sentences for people, by field.")
    private let late = APIOperation.Answer.problem(
        504, "The feature did not settle, or the action did not end, within the time limit.")
    private let full = APIOperation.Answer.problem(
        503, "A limit of the host is reached, or its store is unavailable. Retry after the time in Retry-After.")

    private var launchProblems: [APIOperation.Answer] { [refused, full, late] }

    private func answer(_ status: Int, _ explanation: String, _ schema: String) -> APIOperation.Answer {
        answer(status, explanation, ScreenSchemas.reference(schema))
    }

    private func answer(_ status: Int, _ explanation: String, _ schema: JSONValue) -> APIOperation.Answer {
        APIOperation.Answer(status: status, explanation: explanation, schema: schema)
    }
}

extension APIOperations {
    /// Creates the operations of features from the manifests that clients see.
    init(_ features: [FeatureManifest]) { self.init(features: features) }
}

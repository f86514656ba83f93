import FeatureKit

/// Everything that clients can ask of a host: its routes, and an operation for each feature's screen and actions.
struct APIOperations {
    let features: [FeatureManifest]

    /// All operations, in the order of a document.
    var all: [APIOperation] { catalogue + features.flatMap(operations) + sessions + host }

    // MARK: - Features

    private var catalogue: [APIOperation] {
        [
            APIOperation(
                group: "Features", id: "listFeatures", method: "get", path: "/api/features",
                summary: "The features of this host",
                answers: [
                    answer(200, "The manifests.", ["type": "array", "items": ScreenSchemas.reference("Manifest")])
                ]
            ),
            APIOperation(
                group: "Features", id: "readFeature", method: "get", path: "/api/features/{feature}",
                summary: "One feature",
                parameters: [
                    .part("feature", "The feature's id.", ["type": "string", "enum": .texts(features.map(\.id))])
                ],
                answers: [answer(200, "The manifest.", "Manifest"), .problem(404, "There is no such feature.")]),
        ]
    }

    private func operations(of feature: FeatureManifest) -> [APIOperation] {
        let options = feature.options.map(APIOperation.Parameter.option)
        let screen = APIOperation(
            group: feature.title, id: "\(feature.id).screen", method: "get", path: "/api/features/\(feature.id)/screen",
            summary: feature.summary, explanation: "Launches \(feature.title), waits for it and answers what it shows.",
            parameters: options,
            answers: [answer(200, "The frame, of a failed screen too.", "Frame")] + launchProblems)
        return [screen]
            + feature.actions.map { action in
                APIOperation(
                    group: feature.title, id: "\(feature.id).\(action.name)", method: "post",
                    path: "/api/features/\(feature.id)/actions/\(action.name)", summary: action.title,
                    explanation: "Launches \(feature.title), waits for it, performs the action and answers its effect.",
                    parameters: options + [.idempotencyKey],
                    body: APIOperation.Body(
                        schema: ScreenSchemas.reference(APIOperations.schemaName(action, of: feature)),
                        fields: action.fields, isRequired: action.fields.contains(where: \.mustBeGiven)),
                    answers: [
                        answer(200, "The frame that shows the effect, and notices.", "Answer"), busy,
                        .problem(412, "If-Match names a revision, but nobody can have seen one before."),
                    ] + launchProblems)
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
                summary: "The running sessions, the last used first",
                answers: [answer(200, "The sessions.", ["type": "array", "items": ScreenSchemas.reference("Session")])]),
            APIOperation(
                group: "Sessions", id: "openSession", method: "post", path: "/api/sessions",
                summary: "Launch a feature and keep it",
                parameters: [.idempotencyKey],
                body: APIOperation.Body(schema: opening, fields: [], isRequired: true),
                answers: [answer(201, "The first frame; Location is the session's address.", "Frame")]
                    + launchProblems.filter { $0.status != 504 } + [.problem(404, "There is no such feature.")]),
            APIOperation(
                group: "Sessions", id: "readSession", method: "get", path: "/api/sessions/{session}",
                summary: "What a session shows",
                parameters: [
                    .session,
                    .header("If-None-Match", "Entity tags of frames that the client has: 304 for one of them."),
                ],
                answers: [
                    answer(200, "The frame; its entity tag is the quoted revision.", "Frame"),
                    APIOperation.Answer(status: 304, explanation: "The client has the frame."), none,
                ]),
            events(none),
            APIOperation(
                group: "Sessions", id: "perform", method: "post", path: "/api/sessions/{session}/actions/{action}",
                summary: "Perform an action of a session",
                explanation: "The actions of a feature, and the fields of each, are those of its own addresses.",
                parameters: [
                    .session,
                    .part(
                        "action", "The action's name.",
                        ["type": "string", "enum": .texts(Set(features.flatMap { $0.actions.map(\.name) }).sorted())]),
                    .ifMatch, .idempotencyKey,
                ],
                body: APIOperation.Body(schema: anyAction, fields: [], isRequired: false),
                answers: [
                    answer(200, "The frame that shows the effect, and notices.", "Answer"),
                    .problem(404, "There is no such session or action."), busy,
                    .problem(412, "The session shows another revision than If-Match names."), refused, late, full,
                ]),
            APIOperation(
                group: "Sessions", id: "closeSession", method: "delete", path: "/api/sessions/{session}",
                summary: "End a session", parameters: [.session],
                answers: [APIOperation.Answer(status: 204, explanation: "It has ended."), none]),
        ]
    }

    private func events(_ none: APIOperation.Answer) -> APIOperation {
        APIOperation(
            group: "Sessions", id: "watchSession", method: "get", path: "/api/sessions/{session}/events",
            summary: "What a session shows, as it goes on",
            explanation:
                "Server-sent events (HTML Standard, 9.2). The first is frame; then a patch leads from one revision to the "
                + "next, or another frame replaces what was; notice is something said in passing; closed is the last. The "
                + "id of a frame or a patch is the revision that it leads to.",
            parameters: [
                .session, .header("Last-Event-ID", "The revision that the client has: the stream goes on from there."),
                APIOperation.Parameter(
                    name: "after", place: .query, explanation: "The same, where no header can be given.",
                    schema: ["type": "integer", "minimum": 0]),
            ],
            answers: [
                APIOperation.Answer(
                    status: 200, explanation: "The stream.", type: "text/event-stream", schema: ["type": "string"]),
                none,
                .problem(503, "As many streams are open as this host allows; Retry-After says when to try again."),
            ],
            events: [
                ("frame", ScreenSchemas.reference("Frame")), ("patch", ScreenSchemas.reference("Patch")),
                ("notice", ScreenSchemas.reference("Notice")), ("closed", ["type": "object"]),
            ])
    }

    /// What opens a session: a feature with options of its own.
    private var opening: JSONValue {
        let launches = features.map { feature -> JSONValue in
            [
                "type": "object",
                "properties": [
                    "feature": ["type": "string", "const": .text(feature.id)], "options": feature.options.schema,
                ],
                "required": ["feature"], "additionalProperties": false,
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
                group: "Host", id: "document", method: "get", path: "/openapi.json", summary: "This document",
                answers: [answer(200, "OpenAPI 3.1.", ["type": "object"])]),
            text("live", "/livez", "Whether the host lives", isOpen: true),
            text(
                "ready", "/readyz", "Whether the host takes new work", isOpen: true,
                [
                    APIOperation.Answer(
                        status: 503, explanation: "It is about to end, or its store is unavailable.",
                        type: "text/plain", schema: ["type": "string"])
                ]),
            text("metrics", "/metrics", "What the host has done, for Prometheus", isOpen: false),
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
        409, "The action cannot be asked for now, or another took its place.")
    private let refused = APIOperation.Answer.problem(422, "The input breaks a rule; errors names each field.")
    private let late = APIOperation.Answer.problem(504, "The feature did not settle, or the action not end, in time.")
    private let full = APIOperation.Answer.problem(
        503, "The host has no room, or something that it needs is away; Retry-After says when to try again.")

    private var launchProblems: [APIOperation.Answer] { [refused, full, late] }

    private func answer(_ status: Int, _ explanation: String, _ schema: String) -> APIOperation.Answer {
        answer(status, explanation, ScreenSchemas.reference(schema))
    }

    private func answer(_ status: Int, _ explanation: String, _ schema: JSONValue) -> APIOperation.Answer {
        APIOperation.Answer(status: status, explanation: explanation, schema: schema)
    }
}

extension APIOperations {
    /// Creates the operations of features, given as clients from elsewhere see them.
    init(_ features: [FeatureManifest]) { self.init(features: features) }
}

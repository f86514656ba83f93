import FeatureKit

/// The operations of sessions.
extension APIOperations {
    var sessions: [APIOperation] {
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
}

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
            APIOperation(
                group: "Features", id: "readImage", method: "get", path: "/api/features/{feature}/images/{image}",
                summary: "Get an image of a feature",
                explanation: "The element 'image' of a screen has the path. Its parameter 'v' names the bytes.",
                parameters: [
                    .part(
                        "feature", "The feature's id.", ["type": "string", "enum": .texts(features.map(\.id))],
                        example: sample?.id),
                    .part("image", "The name of the file.", ["type": "string"], example: "plan.svg"),
                ],
                answers: [
                    APIOperation.Answer(status: 200, explanation: "The bytes, with their media type.", type: "image/*"),
                    .problem(404, "There is no such feature, or it has no such image."),
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

    let busy = APIOperation.Answer.problem(
        409, "The action is disabled or busy, or somebody cancelled it, or a later call replaced it.")
    let refused = APIOperation.Answer.problem(
        422, "The input breaks a rule. 'errors' has the rules, by field. 'advice' has sentences for people, by field.")
    let late = APIOperation.Answer.problem(
        504, "The feature did not settle, or the action did not end, within the time limit.")
    let full = APIOperation.Answer.problem(
        503, "A limit of the host is reached, or its store is unavailable. Retry after the time in Retry-After.")

    var launchProblems: [APIOperation.Answer] { [refused, full, late] }

    func answer(_ status: Int, _ explanation: String, _ schema: String) -> APIOperation.Answer {
        answer(status, explanation, ScreenSchemas.reference(schema))
    }

    func answer(_ status: Int, _ explanation: String, _ schema: JSONValue) -> APIOperation.Answer {
        APIOperation.Answer(status: status, explanation: explanation, schema: schema)
    }
}

extension APIOperations {
    /// Creates the operations of features from the manifests that clients see.
    init(_ features: [FeatureManifest]) { self.init(features: features) }
}

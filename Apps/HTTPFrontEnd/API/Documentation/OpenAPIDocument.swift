import FeatureKit

/// The OpenAPI 3.1 document of a host.
struct OpenAPIDocument {
    let name: String
    let version: String
    /// The features that the reader may use.
    var features: [FeatureManifest]
    let identity: APIIdentity
    /// The address of the description of the OpenID provider that gives access tokens to programs; `nil` without one.
    var provider: String?

    /// The document as a JSON value.
    var json: JSONValue {
        var components: [(name: String, value: JSONValue)] = [("schemas", .object(ScreenSchemas.all + actionSchemas))]
        if identity == .token {
            let schemes = schemes.map { (name: $0.name, value: $0.scheme) }
            components += [("securitySchemes", .object(schemes))]
        }
        var members: [(name: String, value: JSONValue)] = [
            ("openapi", "3.1.1"),
            (
                "info",
                [
                    "title": .text(name), "version": .text(version),
                    "description": "The API of this host's features. HEAD answers like GET, without the body.",
                    "x-vocabulary": .plain(.integer(Screen.vocabulary)),
                ]
            ),
            ("servers", [["url": "/"]]),
            ("paths", paths),
            ("components", .object(components)),
        ]
        if identity == .token {
            members += [("security", .array(schemes.map { .object([(name: $0.name, value: .array([]))]) }))]
        }
        return .object(members)
    }

    /// The ways in which clients authenticate themselves.
    private var schemes: [(name: String, scheme: JSONValue)] {
        var schemes: [(name: String, scheme: JSONValue)] = [("token", ["type": "http", "scheme": "bearer"])]
        if let provider {
            schemes += [("provider", ["type": "openIdConnect", "openIdConnectUrl": .text(provider)])]
        }
        return schemes
    }

    private var actionSchemas: [(name: String, value: JSONValue)] {
        features.flatMap { feature in
            feature.actions.map { (APIOperations.schemaName($0, of: feature), $0.fields().schema) }
        }
    }

    private var paths: JSONValue {
        var order: [String] = []
        var byPath: [String: [(name: String, value: JSONValue)]] = [:]
        for operation in APIOperations(features).all {
            if byPath[operation.path] == nil { order.append(operation.path) }
            byPath[operation.path, default: []].append((operation.method, json(of: operation)))
        }
        return .object(order.map { (name: $0, value: .object(byPath[$0] ?? [])) })
    }

    private func json(of operation: APIOperation) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("operationId", .text(operation.id)), ("tags", [.text(operation.group)]),
            ("summary", .text(operation.summary)),
        ]
        if let explanation = operation.explanation { members += [("description", .text(explanation))] }
        if !operation.parameters.isEmpty {
            members += [("parameters", .array(operation.parameters.map(json)))]
        }
        if let body = operation.body {
            members += [
                (
                    "requestBody",
                    [
                        "required": .plain(.boolean(body.isRequired)),
                        "content": ["application/json": ["schema": body.schema]],
                    ]
                )
            ]
        }
        let problems = APIOperation.Answer.problems(of: operation, identity)
        let answers = (operation.answers + problems).sorted { $0.status < $1.status }
        let unexpected = APIOperation.Answer.problem(0, "Any other error.")
        members += [
            (
                "responses",
                .object(
                    answers.map { (name: String($0.status), value: json(of: $0)) }
                        + [("default", json(of: unexpected))])
            )
        ]
        if !operation.events.isEmpty { members += [("x-events", .object(operation.events))] }
        if let audience = operation.audience { members += [("x-for", json(of: audience.0))] }
        if identity == .token, operation.isOpen { members += [("security", [])] }
        return .object(members)
    }

    private func json(of audience: Audience) -> JSONValue {
        switch audience {
        case .anyone: "anyone"
        case .signedIn: "signed-in"
        case .role(let role): ["role": .text(role)]
        case .nobody: "nobody"
        }
    }

    private func json(of parameter: APIOperation.Parameter) -> JSONValue {
        [
            "name": .text(parameter.name), "in": .text(parameter.place.rawValue),
            "required": .plain(.boolean(parameter.isRequired)), "description": .text(parameter.explanation),
            "schema": parameter.schema,
        ]
    }

    private func json(of answer: APIOperation.Answer) -> JSONValue {
        let text: JSONValue = ["description": .text(answer.explanation)]
        guard let schema = answer.schema else { return text }
        let content: JSONValue = ["schema": schema]
        return text.adding([("content", .object([(name: answer.type, value: content)]))])
    }
}

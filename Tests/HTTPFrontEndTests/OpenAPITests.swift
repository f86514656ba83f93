import FeatureKit
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    private func document(_ host: TestHost? = nil) async throws -> [String: Any] {
        let response = try await (try host ?? TestHost()).asked { try await $0.get("/openapi.json") }
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
    }

    private func operations(_ document: [String: Any]) throws -> [(
        method: String, path: String, operation: [String: Any]
    )] {
        try #require(document["paths"] as? [String: [String: [String: Any]]]).flatMap { path, methods in
            methods.map { (method: $0.key.uppercased(), path: path, operation: $0.value) }
        }
    }

    private func fits(_ path: String, _ template: String) -> Bool {
        let (given, wanted) = (path.split(separator: "/"), template.split(separator: "/"))
        return given.count == wanted.count && zip(given, wanted).allSatisfy { $1.hasPrefix("{") || $0 == $1 }
    }

    @Test func `The OpenAPI document describes exactly the routes of the host`() async throws {
        let host = try TestHost([EchoFeature(button: Button(EchoFeature.echo))])
        let documented = try operations(try await document(host))
        let machine = ["/openapi.json", "/livez", "/readyz", "/metrics"]
        let served = host.server.routes.filter { $0.path.hasPrefix("/api") || machine.contains($0.path) }
        for route in served {
            #expect(
                documented.contains { $0.method == route.method && fits($0.path, route.path) },
                "\(route) is not documented")
        }
        for operation in documented {
            #expect(
                served.contains { $0.method == operation.method && fits(operation.path, $0.path) },
                "\(operation.path) is not served")
        }
        let ids = documented.compactMap { $0.operation["operationId"] as? String }
        #expect(ids.count == documented.count)
        #expect(Set(ids).count == ids.count)
        for feature in [KennelFeature.manifest, EchoFeature.manifest] {
            for action in feature.actions {
                #expect(ids.contains("\(feature.id).\(action.name)"))
            }
        }
    }

    @Test func `The schema of a field contains the field's rule`() async throws {
        let document = try await document()
        let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
        let adopt = try #require(schemas["kennel.adopt"])
        #expect(adopt["required"] as? [String] == ["name", "breed", "age"])
        #expect(adopt["additionalProperties"] as? Bool == false)
        let fields = try #require(adopt["properties"] as? [String: [String: Any]])
        #expect(fields["name"]?["type"] as? String == "string")
        #expect(fields["name"]?["minLength"] as? Int == 1)
        // 40 characters, of up to 16 Unicode scalars each.
        #expect(fields["name"]?["maxLength"] as? Int == 655)
        #expect(
            fields["name"]?["description"] as? String == "The name you will call. Text of 1 to 40 characters.")
        #expect(fields["breed"]?["enum"] as? [String] == ["Bulldog", "Labrador"])
        #expect(fields["age"]?["type"] as? String == "integer")
        #expect(fields["age"]?["minimum"] as? Int == 0)
        #expect(fields["age"]?["maximum"] as? Int == 30)
        let examine = try #require(schemas["kennel.examine"])
        #expect(examine["required"] as? [String] == ["vaccinated"])
        let others = try #require(examine["properties"] as? [String: [String: Any]])
        #expect(others["weight"]?["type"] as? String == "number")
        #expect(others["vaccinated"]?["type"] as? String == "boolean")
        #expect(others["born"]?["format"] as? String == "date")
        #expect(others["walk"]?["default"] as? String == "1m")
    }

    @Test func `Options are query parameters, and local options are omitted`() async throws {
        let response = try await TestHost().asked { try await $0.get("/openapi.json") }
        #expect(!response.text.contains("\"name\":\"secret\"") && !response.text.contains("\"secret\":"))
        #expect(!response.text.contains("PATH"))
        let screen = try #require(
            try operations(try await document()).first { $0.path == "/api/features/kennel/screen" })
        let parameters = try #require(screen.operation["parameters"] as? [[String: Any]])
        #expect(parameters.compactMap { $0["name"] as? String } == ["source", "latency"])
        #expect(parameters.allSatisfy { $0["in"] as? String == "query" && $0["required"] as? Bool == false })
        #expect((parameters[0]["schema"] as? [String: Any])?["enum"] as? [String] == ["stored", "sample", "empty"])
    }

    @Test func `Every reference has a target, and every variable of a path has a parameter`() async throws {
        let document = try await document()
        let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: Any])
        let text = try await TestHost.ask(.get, "/openapi.json").text
        for match in text.matches(of: /"\$ref":"#\/components\/schemas\/([^"]+)"/) {
            #expect(schemas[String(match.1)] != nil, "\(match.1)")
        }
        for operation in try operations(document) {
            let parts = operation.path.matches(of: /\{([^}]+)\}/).map { String($0.1) }
            let parameters = operation.operation["parameters"] as? [[String: Any]] ?? []
            let named = parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
            #expect(parts == named, "\(operation.path)")
            #expect((operation.operation["responses"] as? [String: Any])?["default"] != nil)
        }
    }

    @Test func `The document describes the events of a stream`() async throws {
        let events = try #require(
            try operations(try await document()).first { $0.path == "/api/sessions/{session}/events" })
        #expect(
            Set(try #require(events.operation["x-events"] as? [String: Any]).keys) == [
                "frame", "patch", "notice", "work", "viewers", "closed", "renew",
            ])
    }

    @Test func `The document of a host with a token declares that requests need the token`() async throws {
        let host = try TestHost(change: { $0.token = "0123456789abcdef" })
        let response = try await host.asked {
            try await $0.get("/openapi.json", [.authorization: "Bearer 0123456789abcdef"])
        }
        #expect(response.text.contains(#""security":[{"token":[]}]"#))
        #expect(response.text.contains(#""securitySchemes":{"token":{"type":"http","scheme":"bearer"}}"#))
        #expect(try await TestHost.ask(.get, "/openapi.json").text.contains("securitySchemes") == false)
    }

    @Test func `The documentation pages show the same operations as the OpenAPI document`() async throws {
        let pages =
            try await TestHost().asked { try await $0.get("/docs") }.text
            + TestHost.ask(.get, "/docs/kennel").text
        for operation in try operations(try await document()) {
            let method = "<span class=\"method \(operation.method.lowercased())\">\(operation.method)</span>"
            #expect(pages.contains("\(method) <code>\(operation.path)</code>"), "\(operation.path)")
        }
        #expect(!pages.contains("secret"))
    }
}

import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging

/// A host in this process, without a socket.
struct TestHost {
    let clock = ManualClock()
    let latch = Latch()
    let server: HTTPServer

    /// Creates a host with the kennel and other features.
    init(
        _ others: [any Feature] = [], name: String = "testhost", brand: HostBrand = HostBrand(),
        choices: (any ChoiceSource)? = nil, change: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = .critical
        change(&configuration)
        let kennel = KennelFeature(clock: clock, latch: latch)
        var registry = try FeatureRegistry([kennel] + others)
        registry.choices = choices
        server = try HTTPServer(
            registry: registry, configuration: configuration, name: name, version: "1.2.3",
            brand: brand, clock: clock, announce: { _ in })
    }

    /// Runs a test with a client of the host.
    func run(_ test: @escaping @Sendable (HostClient) async throws -> Void) async throws {
        try await server.application.test(.router) { client in
            try await test(HostClient(client: client))
        }
    }

    /// Sends a request and returns the answer.
    func asked(_ question: @escaping @Sendable (HostClient) async throws -> TestResponse) async throws -> TestResponse {
        try await server.application.test(.router) { try await question(HostClient(client: $0)) }
    }

    /// Sends one request to a new host.
    static func ask(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: String? = nil
    ) async throws -> TestResponse {
        try await TestHost().server.application.test(.router) { client in
            try await HostClient(client: client).ask(method, path, fields, body: body)
        }
    }
}

/// A client of a host.
struct HostClient: Sendable {
    let client: any TestClientProtocol

    /// Sends a request with a body of any type.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: String? = nil
    ) async throws -> TestResponse {
        try await client.executeRequest(
            uri: path, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
    }

    /// Sends a GET request.
    func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await ask(.get, path, fields)
    }

    /// Sends JSON.
    func post(_ path: String, json: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await ask(.post, path, fields + [.contentType: "application/json"], body: json)
    }

    /// Sends a form, as a browser does.
    func post(_ path: String, form: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await ask(.post, path, fields + [.contentType: "application/x-www-form-urlencoded"], body: form)
    }

    /// Opens a session and returns its id.
    func open(_ feature: String, options: String = "{}") async throws -> String {
        try await post("/api/sessions", json: "{\"feature\":\"\(feature)\",\"options\":\(options)}").frame().session
    }
}

func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
    var sum = left
    sum.append(contentsOf: right)
    return sum
}

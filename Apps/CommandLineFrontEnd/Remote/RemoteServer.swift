import AsyncHTTPClient
package import FeatureKit
import NIOCore
import NIOHTTP1
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP client for a server that runs sessions.
package struct RemoteServer: Sendable {
    /// A running session of the server.
    package struct Entry: Decodable, Sendable {
        let session: String
        let feature: String
        let title: String
        /// The options with which the session was launched; `nil` if the server does not tell them.
        let options: [String: FieldValue]?
    }

    /// The maximum size of a response body or of an event, in bytes.
    static let sizeLimit = 64 << 20

    /// The server's address.
    package let address: ServerAddress
    private let token: String?
    private let client: HTTPClient
    /// The time within which the server sends its whole answer to a request that only reads, and the rest of any other
    /// answer that has begun.
    let patience: Duration
    let clock: any Clock<Duration>

    /// Creates a client without sending a request.
    ///
    /// Call ``shutDown()`` when the client is no longer needed.
    ///
    /// - Parameters:
    ///   - token: The bearer token, or `nil` to send no token.
    ///   - authority: A file with the certificates to trust instead of the system's certificates.
    ///   - silence: The read timeout. The server sends a heartbeat on an event stream every 15 seconds.
    ///   - patience: The time for a whole answer to a request that only reads, and for the rest of any other answer that
    ///     has begun.
    ///   - clock: Measures how long an answer takes.
    package init(
        _ address: ServerAddress, token: String? = nil, authority: String? = nil, silence: Duration = .seconds(45),
        patience: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.address, self.token, self.patience, self.clock) = (address, token, patience, clock)
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authority { tls.trustRoots = .file(authority) }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: .milliseconds(Int64(silence / .milliseconds(1)))))
        // `RemoteSource` itself tries to reconnect and reports each failure at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections of the client.
    package func shutDown() async { try? await client.shutdown() }

    // MARK: - Requests

    /// Lists the running sessions of the server.
    package func sessions() async throws -> [Entry] { try await read([Entry].self, at: "/api/sessions") }

    /// Lists the features of the server.
    func features() async throws -> [FeatureManifest] { try await read([FeatureManifest].self, at: "/api/features") }

    /// Fetches the name of the person whose token this client sends.
    ///
    /// Returns `nil` without a token, and if the server does not tell.
    func personName() async -> String? {
        guard token != nil else { return nil }
        return (try? await read(Caller?.self, at: "/api/person"))??.name
    }

    private struct Caller: Decodable { let name: String }

    /// Fetches the current frame of a session.
    package func frame(of session: String) async throws -> Frame {
        try await read(Frame.self, at: "/api/sessions/\(session)")
    }

    /// Fetches a page of the records that a field of a feature can name.
    func choices(
        of field: String, in feature: String, matching search: String, after cursor: String?
    ) async throws -> ChoicePage {
        let query = "?search=\(search.pathComponent)" + (cursor.map { "&after=\($0.pathComponent)" } ?? "")
        let path = "/api/features/\(feature.pathComponent)/choices/\(field.pathComponent)"
        return try await read(ChoicePage.self, at: path + query)
    }

    /// Launches a feature on the server and returns the first frame of its session.
    package func launch(_ link: FeatureLink) async throws -> Frame {
        var writer = JSONWriter()
        writer.raw("{\"feature\":")
        writer.string(link.feature)
        writer.raw(",\"options\":")
        writer.object(link.options)
        writer.raw("}")
        let answer = try await ask(.POST, "/api/sessions", body: writer.bytes)
        return try decode(Frame.self, from: await bytes(of: answer))
    }

    /// Performs an action of a session.
    ///
    /// - Parameter key: The idempotency key. The server performs requests with the same key only once.
    /// - Returns: The answer. Its revision is `nil` if the response contains none.
    func perform(_ call: Call, in session: String, key: String) async throws -> SourceAnswer {
        var writer = JSONWriter()
        writer.raw("{")
        var isFirst = true
        for name in call.emptied.union(call.arguments.keys).sorted() {
            if !isFirst { writer.raw(",") }
            isFirst = false
            writer.string(name)
            writer.raw(":")
            if let value = call.arguments[name] { writer.value(value.revealed) } else { writer.raw("null") }
        }
        writer.raw("}")
        let form = call.form.map { "?form=\($0.pathComponent)" } ?? ""
        let answer = try await ask(
            .POST, "/api/sessions/\(session)/actions/\(call.action.pathComponent)\(form)", [("idempotency-key", key)],
            body: writer.bytes)
        let body = try await bytes(of: answer)
        let effect = try? decode(Effect.self, from: body)
        return SourceAnswer(
            revision: effect?.revision, opens: try? decode(Opening.self, from: body).opens, change: effect?.change)
    }

    private struct Effect: Decodable {
        let revision: Int
        let change: Int?
    }
    private struct Opening: Decodable { let opens: FeatureLink? }

    /// Cancels a call of a session.
    func cancel(_ work: String, in session: String) async throws {
        _ = try await inTime { try await ask(.POST, "/api/sessions/\(session)/work/\(work.pathComponent)/cancel") }
    }

    /// Ends a session.
    package func end(_ session: String) async throws {
        _ = try await inTime { try await ask(.DELETE, "/api/sessions/\(session)") }
    }

    /// Opens the event stream of a session.
    ///
    /// - Parameters:
    ///   - known: The id of the last frame or patch that the client received, or `nil` if it received none.
    ///   - takesPatches: Whether to request patches. The request then names the patch vocabulary that this program
    ///     knows.
    func events(of session: String, after known: String?, takesPatches: Bool) async throws -> HTTPClientResponse.Body {
        let known = known.map { [("last-event-id", $0)] } ?? []
        let answer = try await ask(
            .GET, "/api/sessions/\(session)/events" + (takesPatches ? "?vocabulary=\(Screen.vocabulary)" : ""),
            known + [("cache-control", "no-store")],
            accepting: "text/event-stream")
        let type = answer.headers.first(name: "content-type") ?? "nothing"
        guard type.hasPrefix("text/event-stream") else {
            throw RemoteFault(reason: "expected an event stream, got \(FieldValue.quote(type))")
        }
        return answer.body
    }

    private func read<Value: Decodable>(_ type: Value.Type, at path: String) async throws -> Value {
        try decode(type, from: await inTime { try await bytes(of: ask(.GET, path)) })
    }

    private func bytes(of answer: HTTPClientResponse) async throws -> ByteBuffer {
        do { return try await inTime { try await answer.body.collect(upTo: Self.sizeLimit) } } catch {
            throw Self.fault(of: error)
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from body: ByteBuffer) throws -> Value {
        do {
            guard StreamSafeText.containsTexts(ofJSON: body.readableBytesView) else { throw RemoteFault(reason: "") }
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch {
            throw Self.isForeign
        }
    }

    /// Sends a request and returns the response, or throws an error if the status is not a success.
    ///
    /// The body of the response is not read yet.
    private func ask(
        _ method: HTTPMethod, _ path: String, _ fields: [(String, String)] = [],
        accepting type: String = "application/json", body: [UInt8]? = nil
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address.root + path)
        request.method = method
        request.headers.add(name: "accept", value: type)
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let answer: HTTPClientResponse
        do { answer = try await client.execute(request, deadline: .distantFuture) } catch {
            throw Self.fault(of: error)
        }
        guard !(200..<300).contains(answer.status.code) else { return answer }
        throw await failure(of: answer)
    }

    /// Returns the error for a response whose status is not a success.
    ///
    /// If the host itself answers with a 5xx status, the outcome of the request is known. If a proxy answers with a 5xx
    /// status, the outcome is unknown, whatever the body says.
    private func failure(of answer: HTTPClientResponse) async -> any Error {
        let status = answer.status
        let words = "the server answered \(status.code) \(status.reasonPhrase)"
        if var problem = await problem(in: answer), problem.status == status.code,
            status.code < 500 || RemoteProblem.hostFailures.contains(status.code)
        {
            if problem.detail.isEmpty { problem.detail = words }
            return problem
        }
        // A FeatureHost server names what is missing.
        if status == .notFound { return Self.isForeign }
        return status.code < 500 ? RemoteProblem(status: status.code, detail: words) : RemoteFault(reason: words)
    }

    /// The error for a response that no FeatureHost server has made.
    private static let isForeign = RemoteFault(reason: "this is not a FeatureHost response")

    /// Decodes the problem in a response body (RFC 9457).
    ///
    /// Returns `nil` for any other body.
    private func problem(in answer: HTTPClientResponse) async -> RemoteProblem? {
        let type = answer.headers.first(name: "content-type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/problem+json",
            let body = try? await inTime({ try await answer.body.collect(upTo: 1 << 20) }),
            StreamSafeText.containsTexts(ofJSON: body.readableBytesView)
        else { return nil }
        return try? JSONDecoder().decode(RemoteProblem.self, from: Data(body.readableBytesView))
    }
}

extension String {
    /// The text, percent-encoded as a path component (RFC 3986, 3.3).
    fileprivate var pathComponent: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

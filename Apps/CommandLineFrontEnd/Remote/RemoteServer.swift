import AsyncHTTPClient
package import FeatureKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A server that runs sessions, asked over HTTP.
package struct RemoteServer: Sendable {
    /// A session that a server runs.
    struct Entry: Decodable, Sendable {
        let session: String
        let feature: String
        let title: String
    }

    /// How large an answer or an event may be, in bytes.
    static let sizeLimit = 64 << 20

    /// Where it is.
    package let address: ServerAddress
    private let token: String?
    private let client: HTTPClient

    /// Describes a server, of which nothing is asked yet.
    ///
    /// ``shutDown()`` must be called at the end.
    ///
    /// - Parameters:
    ///   - token: What the server asks to be shown.
    ///   - authority: A file with the certificates to trust instead of the system's.
    ///   - silence: How long the server may say nothing while it has something to say; an event stream says every 15
    ///     seconds that it is alive.
    package init(
        _ address: ServerAddress, token: String? = nil, authority: String? = nil, silence: Duration = .seconds(45)
    ) {
        (self.address, self.token) = (address, token)
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authority { tls.trustRoots = .file(authority) }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: .milliseconds(Int64(silence / .milliseconds(1)))))
        // Who waits is told at once, and asks again by itself.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes its connections.
    package func shutDown() async { try? await client.shutdown() }

    // MARK: - Asking

    /// Lists the sessions that the server runs.
    func sessions() async throws -> [Entry] { try await read([Entry].self, at: "/api/sessions") }

    /// Lists the features that the server has.
    func features() async throws -> [FeatureManifest] { try await read([FeatureManifest].self, at: "/api/features") }

    /// Asks what a session shows.
    package func frame(of session: String) async throws -> Frame {
        try await read(Frame.self, at: "/api/sessions/\(session)")
    }

    /// Launches a feature and returns the first frame of its session.
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
    /// - Parameter key: What makes it one request, however often it is sent.
    func perform(_ action: String, _ arguments: [String: FieldValue], in session: String, key: String) async throws {
        var writer = JSONWriter()
        writer.object(arguments)
        let answer = try await ask(
            .POST, "/api/sessions/\(session)/actions/\(action.pathComponent)", [("idempotency-key", key)],
            body: writer.bytes)
        _ = try await bytes(of: answer)
    }

    /// Ends a session.
    package func end(_ session: String) async throws { _ = try await ask(.DELETE, "/api/sessions/\(session)") }

    /// Opens the stream of what a session shows.
    ///
    /// - Parameter revision: What has been seen by now; `nil` for nothing.
    func events(of session: String, after revision: Int?) async throws -> HTTPClientResponse.Body {
        let known = revision.map { [("last-event-id", "\($0)")] } ?? []
        let answer = try await ask(
            .GET, "/api/sessions/\(session)/events", known + [("cache-control", "no-store")],
            accepting: "text/event-stream")
        let type = answer.headers.first(name: "content-type") ?? "nothing"
        guard type.hasPrefix("text/event-stream") else {
            throw RemoteFault(reason: "expected an event stream, the server says it is \(FieldValue.quote(type))")
        }
        return answer.body
    }

    private func read<Value: Decodable>(_ type: Value.Type, at path: String) async throws -> Value {
        try decode(type, from: await bytes(of: ask(.GET, path)))
    }

    private func bytes(of answer: HTTPClientResponse) async throws -> ByteBuffer {
        do { return try await answer.body.collect(upTo: Self.sizeLimit) } catch { throw Self.fault(of: error) }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from body: ByteBuffer) throws -> Value {
        do {
            guard StreamSafeText.containsTexts(ofJSON: body.readableBytesView) else { throw RemoteFault(reason: "") }
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch {
            throw RemoteFault(reason: "the server answers what no host of features does")
        }
    }

    /// Sends a request and returns the answer, whose body has not been read, if it is no refusal.
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
        var problem = RemoteProblem(status: answer.status.code, detail: "")
        if let body = try? await answer.body.collect(upTo: 1 << 20),
            StreamSafeText.containsTexts(ofJSON: body.readableBytesView),
            let told = try? JSONDecoder().decode(RemoteProblem.self, from: Data(body.readableBytesView))
        {
            problem = told
        }
        problem.status = answer.status.code
        if problem.detail.isEmpty {
            problem.detail = "the server answered \(answer.status.code) \(answer.status.reasonPhrase)"
        }
        throw problem
    }

    // MARK: - What goes wrong

    /// Says in a few words why a server did not answer.
    static func fault(of error: any Error) -> any Error {
        switch error {
        case is CancellationError, is RemoteProblem, is RemoteFault: return error
        case let error as IOError: return RemoteFault(reason: reason(of: error.errnoCode))
        case let error as NIOConnectionError:
            if let inner = error.connectionErrors.first?.error { return fault(of: inner) }
            return RemoteFault(reason: "there is no host \(FieldValue.quote(error.host))")
        case let error as HTTPClientError where error == .cancelled: return CancellationError()
        case let error as HTTPClientError where [.readTimeout, .connectTimeout, .deadlineExceeded].contains(error):
            return RemoteFault(reason: "no answer")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            return RemoteFault(reason: "the server broke off")
        case let error as HTTPClientError: return RemoteFault(reason: error.shortDescription.lowercased())
        case ChannelError.connectTimeout: return RemoteFault(reason: "no answer")
        case is ChannelError: return RemoteFault(reason: "the server broke off")
        case let error as HTTPParserError where error == .invalidEOFState:
            return RemoteFault(reason: "the server broke off")
        case is HTTPParserError: return RemoteFault(reason: "the server does not speak HTTP")
        case is NIOSSLExtraError: return RemoteFault(reason: "its certificate is for another name")
        case let error as NIOSSLError where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
            return RemoteFault(reason: "its certificate is not trusted, which --tls-ca PATH can change")
        case is NIOSSLError: return RemoteFault(reason: "there is no TLS to be had with it")
        case is NIOTooManyBytesError: return RemoteFault(reason: "the answer is larger than \(sizeLimit >> 20) MiB")
        default: return RemoteFault(reason: "\(error)")
        }
    }

    private static func reason(of code: CInt) -> String { String(cString: strerror(code)).lowercased() }
}

extension String {
    /// The text as a component of a path (RFC 3986, 3.3).
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

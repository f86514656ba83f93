import AsyncHTTPClient
import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TLSTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let bearer = ("Authorization", "Bearer \(token)")

    /// Creates a self-signed certificate for localhost.
    ///
    /// - Parameter key: The options that select the kind of the key.
    private func makeFiles(
        in folder: URL, key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    ) throws -> TLSFiles {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = TLSFiles(
            certificate: folder.appending(path: "cert.pem").path, key: folder.appending(path: "key.pem").path)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments =
            [
                "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files.certificate,
                "-keyout", files.key, "-newkey",
            ] + key
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        #expect(openssl.terminationStatus == 0)
        return files
    }

    /// Runs a host over TLS, and passes its address and a client that trusts its certificate to a closure.
    private func run(
        _ version: HTTPClient.Configuration.HTTPVersion,
        _ body: @escaping @Sendable (HTTPClient, String, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try makeFiles(in: folder)
        try await LiveHost.run(change: {
            $0.tls = files
            $0.token = TLSTests.token
        }) { _, port, stop in
            var configuration = HTTPClient.Configuration()
            configuration.httpVersion = version
            configuration.tlsConfiguration = .makeClientConfiguration()
            configuration.tlsConfiguration?.trustRoots = .file(files.certificate)
            configuration.redirectConfiguration = .disallow
            let client = HTTPClient(configuration: configuration)
            do { try await body(client, "https://localhost:\(port)", stop) } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
        }
    }

    /// Opens a session and returns its path.
    private func open(_ client: HTTPClient, _ address: String) async throws -> String {
        var opening = request("\(address)/api/sessions", TLSTests.bearer, ("Content-Type", "application/json"))
        opening.method = .POST
        opening.body = .bytes(ByteBuffer(string: #"{"feature": "kennel"}"#))
        let opened = try await client.execute(opening, timeout: .seconds(30))
        return try #require(opened.headers.first(name: "Location"))
    }

    private func request(_ address: String, _ fields: (String, String)...) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address)
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        return request
    }

    @Test(arguments: [HTTPClient.Configuration.HTTPVersion.automatic, .http1Only])
    func `A host over TLS answers with HTTP 2 if the client supports it`(version: HTTPClient.Configuration.HTTPVersion)
        async throws
    {
        try await run(version) { client, address, _ in
            let refused = try await client.execute(request("\(address)/api/features"), timeout: .seconds(30))
            #expect(refused.status == .unauthorized)
            let response = try await client.execute(
                request("\(address)/api/features", TLSTests.bearer),
                timeout: .seconds(30))
            #expect(response.status == .ok)
            #expect(response.version == (version == .http1Only ? .http1_1 : .http2))
        }
    }

    @Test func `The login cookie is sent over TLS only, and its name contains the port`() async throws {
        try await run(.automatic) { client, address, _ in
            let port = address.split(separator: ":").last ?? ""
            var login = request(
                "\(address)/login", ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", address))
            login.method = .POST
            login.body = .bytes(ByteBuffer(string: "token=\(TLSTests.token)"))
            let response = try await client.execute(login, timeout: .seconds(30))
            #expect(response.status == .seeOther)
            let field = try #require(response.headers.first(name: "Set-Cookie"))
            #expect(field.hasPrefix("__Host-featurehost-\(port)="))
            #expect(field.hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
            let cookie = String(field.prefix { $0 != ";" })
            let page = try await client.execute(request(address, ("Cookie", cookie)), timeout: .seconds(30))
            #expect(page.status == .ok)
            login.headers.replaceOrAdd(name: "Origin", value: address.replacing("https", with: "http"))
            #expect(try await client.execute(login, timeout: .seconds(30)).status == .forbidden)
        }
    }

    @Test(arguments: [
        (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], true),
        (["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"], true),
        (["-tls1_3"], true),
        // Without forward secrecy, the key of the certificate reveals all earlier connections.
        (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], false),
        (["-tls1_2", "-cipher", "AES256-SHA"], false),
        (["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], false),
        (["-tls1", "-cipher", "ALL:@SECLEVEL=0"], false),
    ])
    func `A host accepts TLS 1.2 and 1.3 with forward secrecy only`(options: [String], isAccepted: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try makeFiles(in: folder, key: ["rsa:2048"])
        try await LiveHost.run(change: { $0.tls = files }) { _, port, _ in
            let openssl = Process()
            openssl.executableURL = URL(filePath: "/usr/bin/openssl")
            openssl.arguments = ["s_client", "-connect", "127.0.0.1:\(port)", "-brief"] + options
            openssl.standardInput = FileHandle.nullDevice
            openssl.standardOutput = FileHandle.nullDevice
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
            #expect((openssl.terminationStatus == 0) == isAccepted)
        }
    }

    @Test func `Over TLS, every answer tells browsers to use TLS only`() async throws {
        try await run(.http1Only) { client, address, _ in
            for (path, field, status) in [
                ("/login", ("Accept", "text/html"), 200), ("/api/features", TLSTests.bearer, 200),
                ("/api/features", ("Accept", "*/*"), 401), ("/nothing", TLSTests.bearer, 404),
                // The connection itself refuses this request.
                ("/livez", ("Expect", "more"), 417),
            ] {
                let answer = try await client.execute(request("\(address)\(path)", field), timeout: .seconds(30))
                #expect(answer.status.code == status)
                #expect(answer.headers["Strict-Transport-Security"] == ["max-age=31536000"], "\(path)")
            }
        }
        let plain = try await TestHost.ask(.get, "/")
        #expect(plain.headers[.strictTransportSecurity] == nil)
    }

    @Test(arguments: [HTTPClient.Configuration.HTTPVersion.automatic, .http1Only])
    func `A stream works over TLS`(version: HTTPClient.Configuration.HTTPVersion) async throws {
        try await run(version) { client, address, _ in
            let location = try await open(client, address)
            let stream = try await client.execute(
                request("\(address)\(location)/events", TLSTests.bearer),
                timeout: .seconds(30))
            #expect(stream.status == .ok)
            #expect(stream.headers.first(name: "connection") == (version == .http1Only ? "close" : nil))
            var closing = request("\(address)\(location)", TLSTests.bearer)
            var text = ""
            for try await part in stream.body {
                text += String(buffer: part)
                guard text.contains("event: frame\n"), closing.method == .GET else { continue }
                closing.method = .DELETE
                #expect(try await client.execute(closing, timeout: .seconds(30)).status == .noContent)
            }
            #expect(text.hasSuffix("event: closed\ndata: {}\n\n"))
        }
    }

    @Test(arguments: [HTTPClient.Configuration.HTTPVersion.automatic, .http1Only])
    func `A client that leaves a stream over TLS makes room for another stream`(
        version: HTTPClient.Configuration.HTTPVersion
    ) async throws {
        try await run(version) { client, address, _ in
            let location = try await open(client, address)
            func streams() async throws -> String? {
                let answer = try await client.execute(
                    request("\(address)/metrics", TLSTests.bearer), timeout: .seconds(30))
                let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
                return text.split(separator: "\n").first { $0.hasPrefix("featurehost_streams ") }.map(String.init)
            }
            do {
                let stream = try await client.execute(
                    request("\(address)\(location)/events", TLSTests.bearer), timeout: .seconds(30))
                for try await _ in stream.body {
                    #expect(try await streams() == "featurehost_streams 1.0")
                    break
                }
            }
            while try await streams() != "featurehost_streams 0.0" {}
        }
    }

    @Test(arguments: [HTTPClient.Configuration.HTTPVersion.automatic, .http1Only])
    func `A host stops even if a stream over TLS is open`(version: HTTPClient.Configuration.HTTPVersion) async throws {
        try await run(version) { client, address, stop in
            let location = try await open(client, address)
            let stream = try await client.execute(
                request("\(address)\(location)/events", TLSTests.bearer), timeout: .seconds(30))
            var text = ""
            for try await part in stream.body {
                if text.isEmpty { await stop() }
                text += String(buffer: part)
            }
            #expect(text.hasSuffix("event: closed\ndata: {}\n\n"))
        }
    }

    @Test func `A host warns about a key file that others can read`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try makeFiles(in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
        let record = LogRecord()
        try await LiveHost.run(change: { $0.tls = files }, record: record) { _, _, _ in }
        let warnings = record.entries.filter { $0.level == .warning }.map(\.message)
        #expect(warnings.count == 1 && warnings.first?.hasPrefix("--tls-key: ") == true, "\(warnings)")
        #expect(warnings.first?.contains("(mode 0644)") == true)
    }

    @Test func `An incomplete handshake closes its connection after the time limit`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try makeFiles(in: folder)
        try await LiveHost.run(change: {
            $0.tls = files
            $0.connectionLimit = .milliseconds(50)
        }) { _, port, _ in
            // The client sends nothing, while the server waits for the TLS client hello.
            let answer = try await Wire.connected(to: port) { wire in try await wire.readToEnd() }
            #expect(answer == "")
        }
    }
}

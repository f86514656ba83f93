import ArgumentParser
import FeatureKit
import Foundation
import HTTPFrontEnd
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct OptionsTests {
    private func configure(
        _ arguments: [String], _ environment: [String: String] = [:], name: String = "featurehost"
    ) throws -> HTTPServerConfiguration {
        try HTTPServerOptions.parse(arguments).configuration(name: name, environment: environment)
    }

    private func message(_ body: () throws -> HTTPServerConfiguration) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            #expect(HTTPServerOptions.exitCode(for: error).rawValue == 64)
            return HTTPServerOptions.message(for: error).split(separator: "\n").first.map(String.init)
        }
    }

    @Test func `Without options, the configuration has its default values`() throws {
        let configuration = try configure([])
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.port == 8080)
        #expect(configuration.allowedHosts == [])
        #expect(configuration.sessionLimit == 1_000)
        #expect(configuration.addressSessionLimit == nil)
        #expect(configuration.openConnectionLimit == nil)
        #expect(configuration.addressConnectionLimit == nil)
        #expect(configuration.rowLimit == 2_000)
        #expect(configuration.callLimit == 1_000)
        #expect(configuration.addressCallLimit == nil)
        #expect(configuration.bodyMemory == 64 << 20)
        #expect(configuration.streamLimit == 10_000)
        #expect(configuration.sessionStreamLimit == 1_000)
        #expect(configuration.addressStreamLimit == 1_000)
        #expect(configuration.trustedProxies == [])
        #expect(configuration.token == nil)
        #expect(configuration.tls == nil)
        #expect(!configuration.isOpenToEverybody)
        #expect(configuration.sessionLifetime == .seconds(900))
        #expect(configuration.answerLimit == .seconds(10))
        #expect(configuration.logLevel == .notice)
    }

    @Test func `Command-line options set the configuration`() throws {
        let configuration = try configure([
            "--host", "127.0.0.2", "--port", "0", "--allow-host", "one.test", "--allow-host", "two.test:80",
            "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1",
            "--max-sessions", "7", "--max-streams", "8", "--max-streams-per-session", "9", "--max-streams-per-address",
            "10",
            "--max-connections", "11", "--max-connections-per-address", "12", "--max-sessions-per-address", "13",
            "--max-calls", "14", "--max-rows", "17", "--max-calls-per-address", "15", "--max-body-memory", "16",
            "--session-lifetime", "1m", "--answer-limit", "250ms", "--log-level", "debug",
        ])
        #expect(configuration.host == "127.0.0.2")
        #expect(configuration.port == 0)
        #expect(configuration.allowedHosts == ["one.test", "two.test"])
        #expect(configuration.trustedProxies == ["10.0.0.0/8", "::1"])
        #expect(configuration.sessionLimit == 7)
        #expect(configuration.streamLimit == 8)
        #expect(configuration.sessionStreamLimit == 9)
        #expect(configuration.addressStreamLimit == 10)
        #expect(configuration.openConnectionLimit == 11)
        #expect(configuration.addressConnectionLimit == 12)
        #expect(configuration.addressSessionLimit == 13)
        #expect(configuration.callLimit == 14)
        #expect(configuration.rowLimit == 17)
        #expect(configuration.addressCallLimit == 15)
        #expect(configuration.bodyMemory == 16 << 20)
        #expect(configuration.sessionLifetime == .seconds(60))
        #expect(configuration.answerLimit == .milliseconds(250))
        #expect(configuration.logLevel == .debug)
    }

    @Test func `Every option can be set by an environment variable`() throws {
        let configuration = try configure(
            [],
            [
                "FEATUREHOST_HOST": "::1", "FEATUREHOST_PORT": "1234", "FEATUREHOST_ALLOW_HOST": "one.test,two.test",
                "FEATUREHOST_TRUSTED_PROXY": "10.0.0.0/8,2001:db8::/32", "FEATUREHOST_MAX_SESSIONS": "7",
                "FEATUREHOST_MAX_STREAMS": "8",
                "FEATUREHOST_MAX_STREAMS_PER_SESSION": "9", "FEATUREHOST_MAX_STREAMS_PER_ADDRESS": "10",
                "FEATUREHOST_MAX_CONNECTIONS": "11", "FEATUREHOST_MAX_CONNECTIONS_PER_ADDRESS": "12",
                "FEATUREHOST_MAX_SESSIONS_PER_ADDRESS": "13", "FEATUREHOST_MAX_CALLS": "14",
                "FEATUREHOST_MAX_ROWS": "17",
                "FEATUREHOST_MAX_CALLS_PER_ADDRESS": "15", "FEATUREHOST_MAX_BODY_MEMORY": "16",
                "FEATUREHOST_SESSION_LIFETIME": "1m",
                "FEATUREHOST_ANSWER_LIMIT": "1s", "FEATUREHOST_LOG_LEVEL": "trace",
            ])
        #expect(configuration.host == "::1")
        #expect(configuration.port == 1234)
        #expect(configuration.allowedHosts == ["one.test", "two.test"])
        #expect(configuration.trustedProxies == ["10.0.0.0/8", "2001:db8::/32"])
        #expect(configuration.sessionLimit == 7)
        #expect(configuration.streamLimit == 8)
        #expect(configuration.sessionStreamLimit == 9)
        #expect(configuration.addressStreamLimit == 10)
        #expect(configuration.openConnectionLimit == 11)
        #expect(configuration.addressConnectionLimit == 12)
        #expect(configuration.addressSessionLimit == 13)
        #expect(configuration.callLimit == 14)
        #expect(configuration.rowLimit == 17)
        #expect(configuration.addressCallLimit == 15)
        #expect(configuration.bodyMemory == 16 << 20)
        #expect(configuration.sessionLifetime == .seconds(60))
        #expect(configuration.answerLimit == .seconds(1))
        #expect(configuration.logLevel == .trace)
    }

    @Test func `The command line overrides the environment, and an empty variable counts as unset`() throws {
        let environment = ["FEATUREHOST_PORT": "1234", "FEATUREHOST_LOG_LEVEL": ""]
        #expect(try configure(["--port", "99"], environment).port == 99)
        #expect(try configure([], environment).logLevel == .notice)
    }

    @Test func `The names of the environment variables start with the host's name`() throws {
        let environment = ["MY_HOST_PORT": "1", "FEATUREHOST_PORT": "2"]
        #expect(try configure([], environment, name: "my-host").port == 1)
    }

    @Test(arguments: [
        (
            ["--port", "65536"],
            "The value '65536' is invalid for '--port <port>': expected a port from 0 to 65535, got \"65536\""
        ),
        (["--port", "x"], "The value 'x' is invalid for '--port <port>': expected a port from 0 to 65535, got \"x\""),
        (
            ["--max-rows", "0"],
            "The value '0' is invalid for '--max-rows <number>': expected a whole number from 1 to 1000000, got \"0\""
        ),
        (
            ["--session-lifetime", "0s"],
            "The value '0s' is invalid for '--session-lifetime <duration>': expected a duration like 250ms, 2s or 1m, got \"0s\""
        ),
        (
            ["--log-level", "debg"],
            "The value 'debg' is invalid for '--log-level <level>': expected one of trace, debug, info, notice, warning, error, critical, got \"debg\"; did you mean 'debug'?"
        ),
        (
            ["--allow-host", "a b"],
            "The value 'a b' is invalid for '--allow-host <name>': expected a host's name, got \"a b\""
        ),
        (
            ["--trusted-proxy", "10.0.0.0/33"],
            "The value '10.0.0.0/33' is invalid for '--trusted-proxy <cidr>': expected an address or a network like 10.0.0.0/8 or 2001:db8::/32, got \"10.0.0.0/33\""
        ),
    ])
    func `The message about a malformed option tells what was expected`(arguments: [String], expected: String) {
        #expect(message { try configure(arguments) } == expected)
    }

    @Test func `The message about a malformed environment variable names the variable`() {
        #expect(
            message { try configure([], ["FEATUREHOST_PORT": "high"]) }
                == "FEATUREHOST_PORT: expected a port from 0 to 65535, got \"high\"")
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.7", "example.org", "127.0.0.1.example.org", "127.0.0", "128.0.0.1"])
    func `An address that other machines can reach requires a token or a flag`(host: String) throws {
        let expected =
            "the host '\(host)' can be reached by other machines; give --token-file PATH or set FEATUREHOST_TOKEN to "
            + "require a token, use --host 127.0.0.1 to serve this machine only, or let every client in with "
            + "--insecure-no-token"
        #expect(message { try configure(["--host", host]) } == expected)
        #expect(message { try configure([], ["FEATUREHOST_HOST": host]) } == expected)
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        let error = #expect(throws: ValidationError.self) {
            try HTTPServer(
                registry: FeatureRegistry([]), configuration: configuration, name: "featurehost", version: "1")
        }
        #expect(error?.message == expected)
        let token = "0123456789abcdef"
        #expect(try configure(["--host", host], ["FEATUREHOST_TOKEN": token]).token == token)
        #expect(try configure(["--host", host, "--insecure-no-token"]).isOpenToEverybody)
        #expect(try configure(["--host", host], ["FEATUREHOST_INSECURE_NO_TOKEN": "1"]).isOpenToEverybody)
    }

    @Test func `A file of tokens replaces the token, and the command line overrides the environment`() throws {
        let environment = ["FEATUREHOST_TOKEN": "0123456789abcdef-variable", "FEATUREHOST_TOKEN_FILE": "b"]
        let given = try configure(["--token-file", "a"], environment)
        #expect(given.tokenFile == "a" && given.token == nil)
        let other = try configure([], environment)
        #expect(other.tokenFile == "b" && other.token == nil)
        let alone = try configure([], ["FEATUREHOST_TOKEN": "0123456789abcdef-variable"])
        #expect(alone.tokenFile == nil && alone.token == "0123456789abcdef-variable")
        #expect(try configure(["--host", "0.0.0.0", "--token-file", "a"]).tokenFile == "a")
    }

    @Test(arguments: [
        (
            ["--oidc-issuer", "http://login.example.org", "--oidc-client-id", "x"],
            "--oidc-issuer: expected an address like https://login.example.org, or one of this machine with http, got \"http://login.example.org\""
        ),
        (
            ["--oidc-issuer", "https://kim:secret@login.example.org", "--oidc-client-id", "x"],
            "--oidc-issuer: expected an address like https://login.example.org, or one of this machine with http, got \"https://kim:secret@login.example.org\""
        ),
        (
            ["--oidc-issuer", "https://login.example.org"],
            "--oidc-issuer needs --oidc-client-id, the provider's name for this host"
        ),
        (["--oidc-client-id", "x"], "the options of a provider need --oidc-issuer too"),
        (
            ["--oidc-issuer", "https://login.example.org", "--oidc-client-id", "x", "--oidc-audience", "x"],
            "--oidc-audience must differ from --oidc-client-id, or ID tokens would be access tokens; register the API at the provider under a name of its own"
        ),
        (
            ["--oidc-issuer", "https://login.example.org", "--oidc-client-id", "x", "--oidc-scopes", "profile"],
            "--oidc-scopes: expected scopes like 'openid profile', got \"profile\""
        ),
    ])
    func `The message about a wrong provider tells what was expected`(arguments: [String], expected: String) {
        #expect(message { try configure(arguments) } == expected)
    }

    @Test func `A provider is a sign-in, and each of its options can be a variable`() throws {
        let environment = [
            "FEATUREHOST_OIDC_ISSUER": "https://login.example.org/realm", "FEATUREHOST_OIDC_CLIENT_ID": "features",
            "FEATUREHOST_OIDC_CLIENT_SECRET_FILE": "s", "FEATUREHOST_OIDC_AUDIENCE": "api",
            "FEATUREHOST_OIDC_ROLES_CLAIM": "realm_access.roles", "FEATUREHOST_OIDC_SCOPES": "openid email",
        ]
        let provider = try #require(try configure(["--host", "0.0.0.0"], environment).provider)
        #expect(provider.issuer == "https://login.example.org/realm" && provider.clientID == "features")
        #expect(provider.secretFile == "s" && provider.audience == "api")
        #expect(provider.rolesClaim == "realm_access.roles" && provider.scopes == "openid email")
        let given = try #require(try configure(["--oidc-issuer", "https://a.test"], environment).provider)
        #expect(given.issuer == "https://a.test")
    }

    @Test func `A host does not start with a trusted proxy that is no network`() throws {
        var configuration = HTTPServerConfiguration()
        configuration.trustedProxies = ["proxy.test"]
        let error = #expect(throws: ValidationError.self) {
            try HTTPServer(registry: FeatureRegistry([]), configuration: configuration, name: "x", version: "1")
        }
        #expect(
            error?.message
                == "--trusted-proxy: expected an address or a network like 10.0.0.0/8 or 2001:db8::/32, got \"proxy.test\""
        )
    }

    @Test func `A host warns about files of its token and key that others can read`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = folder.appending(path: "token").path
        for (mode, warnings) in [
            (
                0o640,
                [
                    "--token-file: other people can read or change '\(token)' (mode 0640); allow only yourself: chmod 600 '\(token)'"
                ]
            ),
            (0o600, []),
        ] {
            try Data("0123456789abcdef".utf8).write(to: URL(filePath: token))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: token)
            let given = try configure(["--port", "0"], ["FEATUREHOST_TOKEN_FILE": token])
            let record = LogRecord()
            try await LiveHost.run(change: { $0 = given }, record: record) { _, port, _ in
                // The host logs the warnings right after it has told its port.
                _ = try await Wire.ask("GET /livez", on: port)
            }
            #expect(record.entries.filter { $0.level == .warning }.map(\.message) == warnings)
        }
    }

    @Test func `A short token is refused`() {
        #expect(
            message { try configure([], ["FEATUREHOST_TOKEN": "0123456789abcde"]) }
                == "the access token is shorter than 16 bytes and could be guessed; make one with 'openssl rand -hex 16'"
        )
    }

    @Test func `A certificate without a key is refused`() throws {
        #expect(message { try configure(["--tls-cert", "a"]) } == "--tls-cert needs --tls-key too")
        #expect(message { try configure([], ["FEATUREHOST_TLS_KEY": "a"]) } == "--tls-key needs --tls-cert too")
        let tls = try configure(["--tls-cert", "a", "--tls-key", "b"]).tls
        #expect(tls == TLSFiles(certificate: "a", key: "b"))
        let error = #expect(throws: FeatureError.self) {
            var configuration = HTTPServerConfiguration()
            configuration.tls = tls
            _ = try HTTPServer(registry: FeatureRegistry([]), configuration: configuration, name: "x", version: "1")
        }
        #expect(error?.message == "--tls-cert: 'a' cannot be read as certificates in PEM form")
    }
}

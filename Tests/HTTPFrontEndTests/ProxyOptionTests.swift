import ArgumentParser
import HTTPFrontEnd
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProxyOptionTests {
    private static let complete = [
        "--trusted-proxy", "10.0.0.1", "--person-header", "X-Remote-User", "--proxy-secret-file", "secret",
    ]

    @Test func `The options and their variables name the headers and the file`() throws {
        let given = try HTTPServerOptions.parse(Self.complete + ["--roles-header", "X-Roles", "--host", "0.0.0.0"])
            .configuration(name: "x", environment: [:])
        #expect(given.personHeader == "X-Remote-User" && given.rolesHeader == "X-Roles")
        #expect(given.proxySecretFile == "secret")
        let variables = [
            "X_TRUSTED_PROXY": "::1", "X_PERSON_HEADER": "X-A", "X_ROLES_HEADER": "X-B", "X_PROXY_SECRET_FILE": "c",
        ]
        let other = try HTTPServerOptions.parse([]).configuration(name: "x", environment: variables)
        #expect((other.personHeader, other.rolesHeader, other.proxySecretFile) == ("X-A", "X-B", "c"))
    }

    private static let header = "expected the name of a header like X-Remote-User, got "
    private static let needsPerson = "needs --person-header NAME too, the header that names the person"

    private static let unfit: [(options: [String], message: String)] = [
        (
            Array(complete.dropFirst(2)),
            "--person-header needs --trusted-proxy CIDR too, the address of the reverse proxy"
        ),
        (
            Array(complete.dropLast(2)),
            "--person-header needs --proxy-secret-file PATH too, the file with the secret that the reverse proxy sends as "
                + "X-Proxy-Secret"
        ),
        (Array(complete.prefix(2) + complete.suffix(2)), "--proxy-secret-file \(needsPerson)"),
        (["--roles-header", "X-Roles"], "--roles-header \(needsPerson)"),
        (
            complete + ["--roles-header", "x-remote-user"],
            "--roles-header and --person-header need different headers, got X-Remote-User twice"
        ),
        (
            complete + ["--roles-header", "Cookie"],
            "--roles-header: the header Cookie has another meaning; choose another name"
        ),
        (
            complete + ["--roles-header", "x-proxy-secret"],
            "--roles-header: the header x-proxy-secret has another meaning; choose another name"
        ),
        (
            complete + ["--roles-header", "a b"],
            "The value 'a b' is invalid for '--roles-header <name>': \(header)\"a b\""
        ),
    ]

    @Test(arguments: unfit) func `Settings of a proxy that do not fit are refused`(
        arguments: [String], expected: String
    ) {
        let error = #expect(throws: (any Error).self) {
            try HTTPServerOptions.parse(arguments).configuration(name: "x", environment: [:])
        }
        #expect(error.map(HTTPServerOptions.message) == expected)
    }
}

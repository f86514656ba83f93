#if OIDC
    import FeatureKit
    import FeatureTesting
    import Foundation
    import HTTPFrontEnd
    import OpenIDConnect
    import Testing

    /// Tests each way by which a host knows persons at each of its doors: with a person that may, one that may not, and
    /// nobody.
    @Suite(.timeLimit(.minutes(5))) struct WaysInTests {
        /// A way by which a host knows persons.
        enum Way: String, CaseIterable {
            /// The user of this machine, on a host without sign-ins.
            case machine
            /// A token of the host, in each request.
            case token
            /// A browser that has signed in with a token of the host.
            case browser
            /// A browser that has signed in at a provider.
            case provider
            /// A provider's access token, in each request.
            case accessToken
            /// A reverse proxy that names persons.
            case proxy
        }

        /// A request that a host answers only to some persons, or differently.
        enum Door: String, CaseIterable {
            case oneShotCall, call, formOfPage, scriptOfPage, screen, stream, page, streamOfPage, closedFeature,
                sessionOfClosedFeature, document, catalogue
        }

        /// What a host answers.
        enum Answer: Equatable {
            case allowed, forbidden, unknown
            case other(String)
        }

        /// A client: the lines that tell who it is, and its address.
        struct Client {
            var lines: [String] = []
            var address = "127.0.0.1"
        }

        private static let (keeper, helper) = ("0123456789abcdef-kim", "0123456789abcdef-lee")
        private static let closed: VaultFeature = {
            var vault = VaultFeature()
            vault.manifest.id = "strongroom"
            vault.manifest.audience = .role("keeper")
            return vault
        }()

        @Test(arguments: Way.allCases, Door.allCases)
        func `A person that may is let in, one that may not is refused, and a stranger is asked for a sign-in`(
            way: Way, door: Door
        ) async throws {
            let tokens = try TokenFolder("kim \(Self.keeper) keeper", "lee \(Self.helper)")
            let (proxied, secret) = (try ProxiedHost(), try TokenFolder(StubProvider.secret))
            try await StubProvider.run { provider in
                try await LiveHost.run(
                    [VaultFeature(), Self.closed],
                    change: {
                        switch way {
                        case .machine: break
                        case .token, .browser: $0.tokenFile = tokens.path
                        case .provider, .accessToken:
                            $0.provider = SignInProvider(issuer: provider.issuer, clientID: StubProvider.clientID)
                            $0.provider?.secretFile = secret.path
                            $0.provider?.audience = StubProvider.audience
                        case .proxy: proxied.configure(&$0)
                        }
                    }
                ) { _, port, _ in
                    let kim = try await client(Self.keeper, ["keeper"], by: way, provider, on: port)
                    let ids = (try await open("vault", kim, on: port), try await open("strongroom", kim, on: port))
                    #expect(try await ask(door, ids, by: kim, on: port) == .allowed)
                    // The user of this machine has every role, and nobody there is a person without a role.
                    if way != .machine {
                        let lee = try await client(Self.helper, [], by: way, provider, on: port)
                        #expect(try await ask(door, ids, by: lee, on: port) == .forbidden)
                    }
                    var nobody = Client()
                    if way == .machine { nobody.lines = ["Via: 1.1 proxy"] }
                    if way == .proxy { nobody.address = ProxiedHost.proxy }
                    let answer = try await ask(door, ids, by: nobody, on: port)
                    #expect(answer == (way == .machine ? .forbidden : .unknown))
                }
            }
        }

        // MARK: - Ways

        private func client(
            _ token: String, _ roles: [String], by way: Way, _ provider: StubProvider, on port: Int
        ) async throws -> Client {
            provider.change {
                $0.person = [
                    "sub": .text(token), "name": .text(token), "roles": .list(roles.map(ClaimValue.text)),
                ]
            }
            switch way {
            case .machine: return Client()
            case .token: return Client(lines: ["Authorization: Bearer \(token)"])
            case .browser:
                let form = ("application/x-www-form-urlencoded", "token=\(token)&next=/")
                return Client(lines: [try cookie(of: await Wire.ask("POST /login", on: port, body: form))])
            case .provider:
                let start = try await Wire.ask("GET /login/provider?next=/", on: port)
                let address = try #require(start.firstMatch(of: /[Ll]ocation: ([^\r\n]+)/)).1
                let query = try provider.signIn(at: String(address))
                let path = "/login/return?code=\(query["code"] ?? "")&state=\(query["state"] ?? "")"
                return Client(lines: [
                    try cookie(of: await Wire.ask("GET \(path)", on: port, [try cookie(of: start)]))
                ])
            case .accessToken:
                return Client(lines: ["Authorization: Bearer \(try await provider.accessToken())"])
            case .proxy:
                return Client(
                    lines: [ProxiedHost.secret, "X-Remote-User: \(token)", "X-Remote-Roles: \(roles.joined())"],
                    address: ProxiedHost.proxy)
            }
        }

        private func cookie(of head: String) throws -> String {
            "Cookie: \(try #require(head.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/), "\(head)").1)"
        }

        // MARK: - Doors

        private func open(_ feature: String, _ client: Client, on port: Int) async throws -> String {
            let head = try await Wire.ask(
                "POST /api/sessions", on: port, from: client.address, client.lines,
                body: ("application/json", "{\"feature\":\"\(feature)\"}"))
            return String(try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/), "\(head)").1)
        }

        private func ask(
            _ door: Door, _ ids: (open: String, closed: String), by client: Client, on port: Int
        ) async throws -> Answer {
            func send(
                _ line: String, _ lines: [String] = [], body: (type: String, text: String)? = nil
            ) async throws -> (status: String, text: String) {
                let text = try await Wire.connected(to: port, from: client.address) { wire in
                    let content =
                        body.map { ["Content-Type: \($0.type)", "Content-Length: \($0.text.utf8.count)"] } ?? []
                    let head = ["\(line) HTTP/1.1", "Host: localhost", "Connection: close"] + client.lines + lines
                    try await wire.send((head + content + ["", body?.text ?? ""]).joined(separator: "\r\n"))
                    // A stream does not end.
                    guard line.contains("/events") || line.contains("/live") else { return try await wire.readToEnd() }
                    let answer = try #require(await wire.readHead())
                    guard answer.hasPrefix("HTTP/1.1 200") else { return answer }
                    return answer + (try #require(await wire.readEvent()))
                }
                return (String(text.dropFirst("HTTP/1.1 ".count).prefix(3)), text)
            }
            /// Judges an answer that shows less to a person who may do less.
            func judge(_ answer: (status: String, text: String), shows part: String) -> Answer {
                let judged = judge(answer)
                return judged == .allowed && !answer.text.contains(part) ? .forbidden : judged
            }
            func judge(_ answer: (status: String, text: String)) -> Answer {
                switch answer.status {
                case "200": .allowed
                case "303": answer.text.contains("ocation: /login") ? .unknown : .allowed
                case "401": .unknown
                case "403": .forbidden
                default: .other(answer.text)
                }
            }
            let (json, form) = ("application/json", "application/x-www-form-urlencoded")
            let item = (json: (json, #"{"item":"gold"}"#), form: (form, "f.item=gold"))
            return switch door {
            case .oneShotCall: judge(try await send("POST /api/features/vault/actions/take", body: item.json))
            case .call: judge(try await send("POST /api/sessions/\(ids.open)/actions/take", body: item.json))
            case .formOfPage: judge(try await send("POST /sessions/\(ids.open)/actions/take", body: item.form))
            case .scriptOfPage:
                judge(
                    try await send(
                        "POST /sessions/\(ids.open)/actions/take", ["Accept: application/json"], body: item.form))
            case .screen: judge(try await send("GET /api/features/vault/screen"), shows: #""take""#)
            case .stream:
                judge(
                    try await send("GET /api/sessions/\(ids.open)/events?vocabulary=\(Screen.vocabulary)"),
                    shows: #""take""#)
            case .page: judge(try await send("GET /sessions/\(ids.open)"), shows: "/actions/take")
            case .streamOfPage: judge(try await send("GET /sessions/\(ids.closed)/live"))
            case .closedFeature: judge(try await send("GET /features/strongroom"))
            case .sessionOfClosedFeature: judge(try await send("GET /api/sessions/\(ids.closed)"))
            case .document: judge(try await send("GET /openapi.json"), shows: "strongroom")
            case .catalogue: judge(try await send("GET /"), shows: "strongroom")
            }
        }
    }
#endif

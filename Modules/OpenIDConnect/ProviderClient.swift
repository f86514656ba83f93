#if OIDC
    import AsyncHTTPClient
    import FeatureKit
    import NIOCore
    import NIOHTTP1

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Sends requests to a provider.
    struct ProviderClient: Sendable {
        /// The time within which a provider sends its whole answer.
        private static let patience = Duration.seconds(10)
        /// The largest answer, in bytes.
        private static let sizeLimit = 1 << 20

        /// The client for requests that strangers cause, with connections of its own.
        static let strangers = ProviderClient()
        /// The client for all other requests.
        static let own = ProviderClient()

        private let client: HTTPClient

        private init() {
            // A redirect would take secrets elsewhere.
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        /// An answer with a status below 500.
        struct Answer {
            let status: UInt
            let body: ByteBuffer
        }

        /// Reads JSON at an address.
        ///
        /// - Parameter token: The access token to present; `nil` for none.
        func read<Value: Decodable>(
            _ type: Value.Type, at address: String, token: Secret? = nil
        ) async throws(ProviderError) -> Value {
            var request = HTTPClientRequest(url: address)
            if let token { request.headers.add(name: "authorization", value: "Bearer \(token.text)") }
            let answer = try await send(request)
            guard answer.status == 200 else {
                throw token != nil && [401, 403].contains(answer.status)
                    ? .refused(OpenIDProvider.refusedToken) : .away("it answered \(answer.status)")
            }
            return try Self.decode(type, answer.body)
        }

        /// Sends a form.
        ///
        /// - Parameter login: The name and the password of this host for HTTP's basic authentication; `nil` for none.
        func post(
            _ form: [(name: String, text: String)], to address: String, login: (name: String, password: Secret)?
        ) async throws(ProviderError) -> Answer {
            var request = HTTPClientRequest(url: address)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            if let login {
                // RFC 6749, 2.3.1: both are encoded as in a form before they are joined.
                let pair = "\(login.name.formEncoded):\(login.password.text.formEncoded)"
                request.headers.add(name: "authorization", value: "Basic \(Data(pair.utf8).base64EncodedString())")
            }
            request.body = .bytes(ByteBuffer(string: form.formEncoded))
            return try await send(request)
        }

        /// Reads JSON in an answer.
        static func decode<Value: Decodable>(_ type: Value.Type, _ body: ByteBuffer) throws(ProviderError) -> Value {
            do { return try JSONDecoder().decode(type, from: Data(body.readableBytesView)) } catch {
                throw .away("its answer is malformed")
            }
        }

        private func send(_ request: HTTPClientRequest) async throws(ProviderError) -> Answer {
            var request = request
            request.headers.add(name: "accept", value: "application/json")
            let answer: Answer
            do {
                answer = try await withThrowingTaskGroup { [request] group in
                    group.addTask {
                        let response = try await client.execute(request, timeout: TimeAmount(Self.patience))
                        return Answer(
                            status: response.status.code, body: try await response.body.collect(upTo: Self.sizeLimit))
                    }
                    group.addTask {
                        try await ContinuousClock().sleep(for: Self.patience)
                        throw HTTPClientError.deadlineExceeded
                    }
                    defer { group.cancelAll() }
                    guard let answer = try await group.next() else { throw CancellationError() }
                    return answer
                }
            } catch is NIOTooManyBytesError {
                throw .away("its answer is too large")
            } catch let error as HTTPClientError where Self.isLate(error) {
                throw .away("it did not answer within \(Self.patience.fieldText)")
            } catch { throw .away("it cannot be reached") }
            guard answer.status < 500, ![408, 429].contains(answer.status) else {
                throw .away("it answered \(answer.status)")
            }
            return answer
        }

        private static func isLate(_ error: HTTPClientError) -> Bool {
            [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error)
        }
    }

    extension [(name: String, text: String)] {
        /// The pairs as a form or a query (`application/x-www-form-urlencoded`).
        var formEncoded: String { map { "\($0.name.formEncoded)=\($0.text.formEncoded)" }.joined(separator: "&") }
    }

    extension String {
        /// The text with everything but unreserved characters percent-encoded (RFC 3986, 2.3).
        fileprivate var formEncoded: String {
            utf8.map { byte in
                let character = Character(UnicodeScalar(byte))
                guard character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character) else {
                    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
                return String(character)
            }.joined()
        }
    }
#endif

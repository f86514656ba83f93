import AsyncHTTPClient
import FeatureKit
import FeatureStorage
import NIOCore
import NIOHTTP1
import RecordFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A list of records in JSON at a URL.
///
/// Each load fetches the URL again.
struct RemoteRecordFile: RecordFile {
    let address: String
    let limits: RemoteRecords.Limits
    /// Returns the numeric addresses of a host.
    let addresses: @Sendable (String) async -> [String]

    /// The maximum number of redirects of one load.
    private static let longestWay = 5

    /// The HTTP client of the whole process.
    ///
    /// Files on the same server share its idle connections. A client per file would have to be shut down after its last
    /// use, but a file is a value and does not know its last use.
    ///
    /// The client does not retry a refused connection, so that the caller receives the error immediately.
    private static let client: HTTPClient = {
        // `answer()` itself follows redirects, because it knows where they may lead.
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    @concurrent
    func records<R: Record>(of type: R.Type) async throws -> [R] {
        let body = try await fetchInTime()
        try Task.checkCancellation()
        var rest: [UInt8]? = Array(body.readableBytesView)
        let reader = RecordReader(path: shownAddress, format: .json, fields: R.fields.map(\.description)) {
            defer { rest = nil }
            return rest ?? []
        }
        return try reader.records(of: type)
    }

    /// The address without the user name and password before the `@`, because messages must not show a password.
    private var shownAddress: String { shown(address) }

    private func shown(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<scheme.upperBound] + address[address.index(after: at)...])
    }

    private func fetchInTime() async throws -> ByteBuffer {
        try await withThrowingTaskGroup { group in
            group.addTask { try await fetch() }
            group.addTask {
                try await ContinuousClock().sleep(for: limits.time)
                throw refusal("the server did not answer within \(limits.time.fieldText); try again later")
            }
            defer { group.cancelAll() }
            guard let body = try await group.next() else { throw CancellationError() }
            return body
        }
    }

    private func fetch() async throws -> ByteBuffer {
        do {
            let response = try await answer()
            guard response.status == .ok else {
                throw refusal("the server answered \(response.status.code) \(response.status.reasonPhrase)")
            }
            let type = response.headers.first(name: "content-type") ?? "nothing"
            let essence = type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
            guard essence == "application/json" || essence.hasSuffix("+json") else {
                throw refusal("expected JSON, but the server declares the type \(FieldValue.quote(type))")
            }
            return try await response.body.collect(upTo: limits.size)
        } catch is NIOTooManyBytesError {
            throw refusal("the response is larger than \(limits.size >> 20) MiB")
        } catch let error as HTTPClientError {
            try Task.checkCancellation()
            throw refusal(reason(error))
        } catch let error as FeatureError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode)).lowercased()
            throw refusal("the server cannot be reached (\(reason)); check the address, and try again")
        } catch {
            throw refusal("the server cannot be reached (\(error)); check the address, and try again")
        }
    }

    /// Requests the address, and follows redirects.
    ///
    /// A redirect from a public address to this machine or to a private network is refused: the person who gave the
    /// address did not mean what only this machine can reach.
    private func answer() async throws -> HTTPClientResponse {
        guard var place = URL(string: address) else {
            throw refusal("expected an address like https://example.org/a.json")
        }
        for _ in 0...Self.longestWay {
            var request = HTTPClientRequest(url: place.absoluteString)
            request.headers.add(name: "accept", value: "application/json")
            let response = try await Self.client.execute(request, timeout: TimeAmount(limits.time))
            guard [301, 302, 303, 307, 308].contains(response.status.code),
                let location = response.headers.first(name: "location"),
                let next = URL(string: location, relativeTo: place)?.absoluteURL,
                ["http", "https"].contains(next.scheme?.lowercased())
            else { return response }
            if next.host != place.host, await !isPrivate(place), await isPrivate(next) {
                throw refusal(
                    "the server redirects to '\(shown(next.absoluteString))', which is on this machine or in a private "
                        + "network; give that address itself if you mean it")
            }
            place = next
        }
        throw refusal("the server redirects without end")
    }

    /// Whether an address leads, with one of its host's numeric addresses, to this machine or to a private network.
    private func isPrivate(_ place: URL) async -> Bool {
        let host = (place.host ?? "").trimmingBrackets
        let all = await addresses(host)
        return all.isEmpty || all.contains(where: NetworkPlace.isPrivate)
    }

    private func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .deadlineExceeded, .readTimeout, .connectTimeout:
            "the server did not answer within \(limits.time.fieldText); try again later"
        case .remoteConnectionClosed: "the server closed the connection too early; try again"
        default: "the server cannot be reached (\(error.shortDescription)); check the address, and try again"
        }
    }

    private func refusal(_ reason: String) -> FeatureError {
        FeatureError(.serviceUnavailable, "cannot fetch '\(shownAddress)': \(reason)")
    }
}

extension String {
    /// The host of an address without the brackets of IPv6.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

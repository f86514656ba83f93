import AsyncHTTPClient
import FeatureKit
import FeatureStorage
import NIOCore
import NIOHTTP1
import RecordFiles

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

    /// The HTTP client of the whole process.
    ///
    /// Files on the same server share its idle connections. A client per file would have to be shut down after its last
    /// use, but a file is a value and does not know its last use.
    ///
    /// The client does not retry a refused connection, so that the caller receives the error immediately.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .follow(max: 5, allowCycles: false))
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
    private var shownAddress: String {
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
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "accept", value: "application/json")
        do {
            let response = try await Self.client.execute(request, timeout: TimeAmount(limits.time))
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

    private func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .deadlineExceeded, .readTimeout, .connectTimeout:
            "the server did not answer within \(limits.time.fieldText); try again later"
        case .redirectLimitReached, .redirectCycleDetected: "the server redirects without end"
        case .remoteConnectionClosed: "the server closed the connection too early; try again"
        default: "the server cannot be reached (\(error.shortDescription)); check the address, and try again"
        }
    }

    private func refusal(_ reason: String) -> FeatureError {
        FeatureError(.serviceUnavailable, "cannot fetch '\(shownAddress)': \(reason)")
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

import HTTPTypes
import Hummingbird
import Synchronization

/// Content that is the same in every response.
///
/// It is compressed once, when a client first accepts gzip.
final class StaticContent: Sendable {
    private let fields: HTTPFields
    private let plain: ByteBuffer
    private let compressed = Mutex<ByteBuffer?>(nil)

    /// Creates content.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the content.
    ///   - fields: The header fields of its responses.
    init(_ bytes: [UInt8], _ fields: HTTPFields) {
        (plain, self.fields) = (ByteBuffer(bytes: bytes), fields)
    }

    /// Makes the response to a request, compressed if the client accepts gzip.
    func response(to request: Request) -> Response {
        let response = Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: plain))
        guard Gzip.isWanted(for: response, by: request) else { return response }
        let body = compressed.withLock { compressed in
            if compressed == nil { compressed = Gzip.compress(plain, .best) }
            return compressed
        }
        return body.map { Gzip.encode(response, as: $0) } ?? response
    }
}

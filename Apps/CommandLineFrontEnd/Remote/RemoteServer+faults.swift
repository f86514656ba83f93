import AsyncHTTPClient
import FeatureKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension RemoteServer {
    /// Describes briefly why a server did not respond.
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
            return RemoteFault(reason: "the server closed the connection")
        case let error as HTTPClientError: return RemoteFault(reason: error.shortDescription.lowercased())
        case ChannelError.connectTimeout: return RemoteFault(reason: "no answer")
        case is ChannelError: return RemoteFault(reason: "the server closed the connection")
        case let error as HTTPParserError where error == .invalidEOFState:
            return RemoteFault(reason: "the server closed the connection")
        case is HTTPParserError: return RemoteFault(reason: "the server does not speak HTTP")
        case is NIOSSLExtraError: return RemoteFault(reason: "the server's certificate is for another host name")
        case let error as NIOSSLError where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
            return RemoteFault(reason: "the server's certificate is not trusted; name its authority with --tls-ca PATH")
        case is NIOSSLError: return RemoteFault(reason: "the TLS connection failed")
        case is NIOTooManyBytesError: return RemoteFault(reason: "the answer is larger than \(sizeLimit >> 20) MiB")
        default: return RemoteFault(reason: "\(error)")
        }
    }

    private static func reason(of code: CInt) -> String { String(cString: strerror(code)).lowercased() }
}

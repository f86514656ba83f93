import FeatureKit
import NIOSSL

/// The certificate and the private key of a host, as PEM files.
public struct TLSFiles: Sendable, Hashable {
    /// The path of the certificate file.
    ///
    /// After the certificate, the file may contain intermediate certificates.
    public var certificate: String
    /// The path of the key file.
    public var key: String

    /// Creates the pair of paths.
    public init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325, 4.2).
    ///
    /// TLS 1.3 has no others.
    private static let cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// Reads the files, for TLS 1.2 and 1.3 with forward secrecy.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`; its message names the file.
    func configuration() throws -> TLSConfiguration {
        let chain = try read(certificate, "--tls-cert", "certificates") { try NIOSSLCertificate.fromPEMFile($0) }
        let privateKey = try read(key, "--tls-key", "a private key") { try NIOSSLPrivateKey(file: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = TLSFiles.cipherSuites
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw FeatureError(.unreadableFile, "--tls-key: '\(key)' is not the key of '\(certificate)'")
        }
        return configuration
    }

    private func read<Value>(
        _ path: String, _ option: String, _ content: String, _ read: (String) throws -> Value
    ) throws -> Value {
        do { return try read(path) } catch {
            throw FeatureError(.unreadableFile, "\(option): '\(path)' cannot be read as \(content) in PEM form")
        }
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An address of a provider to which tokens and secrets may be sent: with TLS, or on this machine.
struct ProviderAddress: Sendable, Hashable, Decodable {
    /// The whole address.
    let text: String
    let hasQuery: Bool
    /// Whether the address is one of this machine without TLS.
    let isLocal: Bool

    /// Creates an address; `nil` for a text that is none.
    init?(_ text: String) {
        guard (1...2_000).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil, url.fragment == nil
        else { return nil }
        isLocal = url.scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        guard url.scheme == "https" || isLocal else { return nil }
        (self.text, hasQuery) = (text, url.query != nil)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = ProviderAddress(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the address is not https")
        }
        self = address
    }
}

/// A link to another feature or to a page on the web.
public struct LinkElement: Sendable, Hashable, Decodable {
    /// The destination of a link.
    public enum Destination: Sendable, Hashable {
        /// A place of this host.
        case feature(FeatureLink)
        /// The address of a page on the web. Front ends link only to ASCII addresses that begin with `https://`.
        case web(String)
    }

    /// The element's id.
    public var id: String
    /// The text of the link.
    public var title: String
    /// The destination.
    public var opens: Destination
}

extension LinkElement.Destination: Decodable {
    /// Decodes the value from its wire format.
    ///
    /// The destination is an object for a place of this host, and a text for a page on the web.
    public init(from decoder: any Decoder) throws {
        if let address = try? decoder.singleValueContainer().decode(String.self) {
            self = .web(address)
        } else {
            self = .feature(try FeatureLink(from: decoder))
        }
    }

    /// The address if the destination is a web page with a safe address; `nil` for any other destination.
    ///
    /// A safe address begins with `https://` and contains only visible ASCII characters.
    package var webAddress: String? {
        guard case .web(let address) = self, address.utf8.starts(with: "https://".utf8), address.utf8.count > 8,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return address
    }
}

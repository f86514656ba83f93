extension String {
    /// The text for a query or a path: all characters except unreserved ones are percent-encoded (RFC 3986, 2.3).
    var percentEncoded: String {
        // Most texts are ids and names, which stay as they are.
        if isUnreserved { return self }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count * 2)
        for byte in utf8 {
            if String.isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether the text needs no percent-encoding.
    var isUnreserved: Bool { utf8.allSatisfy(String.isUnreserved) }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension [(name: String, text: String)] {
    /// The pairs as a URL query with a leading question mark; empty if there are no pairs.
    var query: String {
        isEmpty ? "" : "?" + map { "\($0.name.percentEncoded)=\($0.text.percentEncoded)" }.joined(separator: "&")
    }
}

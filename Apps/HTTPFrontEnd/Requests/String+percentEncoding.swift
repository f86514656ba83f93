extension String {
    /// The text for a query or a path: all characters except unreserved ones are percent-encoded (RFC 3986, 2.3).
    var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (digits.count == 1 ? "%0" : "%") + digits
            }
        }
        return encoded
    }
}

extension [(name: String, text: String)] {
    /// The pairs as a URL query with a leading question mark; empty if there are no pairs.
    var query: String {
        isEmpty ? "" : "?" + map { "\($0.name.percentEncoded)=\($0.text.percentEncoded)" }.joined(separator: "&")
    }
}

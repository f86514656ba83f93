import FeatureKit

extension String {
    /// The text for a query or a path: all characters except unreserved ones are percent-encoded (RFC 3986, 2.3).
    var percentEncoded: String {
        // Most texts are ids and names, which stay as they are.
        if isUnreserved { return self }
        var text = self
        var bytes = ByteWriter(capacity: utf8.count * 2)
        text.withUTF8 { bytes.append(percentEncoding: $0) }
        return bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text needs no percent-encoding.
    var isUnreserved: Bool {
        var text = self
        return text.withUTF8 { utf8 in utf8.allSatisfy { $0.isUnreserved } }
    }
}

extension ByteWriter {
    /// Writes a text for a query or a path, as ``Swift/String/percentEncoded``.
    mutating func append(percentEncoding utf8: UnsafeBufferPointer<UInt8>) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }
        for byte in utf8 {
            if byte.isUnreserved {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(digit(byte >> 4))
                append(digit(byte & 0xF))
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte is an unreserved character of a URL.
    fileprivate var isUnreserved: Bool {
        switch self {
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

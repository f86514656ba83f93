import FeatureKit

/// The distributed trace of a request (W3C Trace Context, `traceparent`).
struct TraceContext: Sendable {
    let id: String
    private let version: String
    private let flags: String

    /// Parses the header field; `nil` for a malformed field, which is ignored.
    init?(_ field: String) {
        let parts = field.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, TraceContext.isHex(parts[0], 2), parts[0] != "ff", parts.count == 4 || parts[0] != "00",
            TraceContext.isHex(parts[1], 32), parts[1].contains(where: { $0 != "0" }),
            TraceContext.isHex(parts[2], 16), parts[2].contains(where: { $0 != "0" }), TraceContext.isHex(parts[3], 2)
        else { return nil }
        // The response uses version 00 of the format, even if the request uses a later version.
        (version, id, flags) = ("00", parts[1], parts[3])
    }

    /// The header field of the response: the same trace with a new span id.
    var next: String { "\(version)-\(id)-\(Session.randomID().prefix(16))-\(flags)" }

    private static func isHex(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

import FeatureKit

/// Which trace of a distributed system a request belongs to (W3C Trace Context, `traceparent`).
struct TraceContext: Sendable {
    /// The trace's id.
    let id: String
    private let version: String
    private let flags: String

    /// Reads a field; `nil` for what is malformed, which a host ignores.
    init?(_ field: String) {
        let parts = field.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, TraceContext.isHex(parts[0], 2), parts[0] != "ff", parts.count == 4 || parts[0] != "00",
            TraceContext.isHex(parts[1], 32), parts[1].contains(where: { $0 != "0" }),
            TraceContext.isHex(parts[2], 16), parts[2].contains(where: { $0 != "0" }), TraceContext.isHex(parts[3], 2)
        else { return nil }
        // Later versions are answered in the one that this host knows.
        (version, id, flags) = ("00", parts[1], parts[3])
    }

    /// The field for who comes after this host: the same trace, a step of its own.
    var next: String { "\(version)-\(id)-\(Session.randomID().prefix(16))-\(flags)" }

    private static func isHex(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

import FeatureKit

/// An error response of a server: its status and its problem (RFC 9457).
struct RemoteProblem: Error, Hashable {
    var status: UInt
    var detail: String
    /// The error message of each refused field, by field name.
    var errors: [String: String] = [:]
    /// A sentence for each refused field that tells a person what to do, by field name.
    var advice: [String: String] = [:]

    /// The status codes with which a FeatureHost server reports its own failures.
    static let hostFailures: Set<UInt> = [500, 501, 503, 504]

    /// Whether the failure is temporary, so that the client can retry.
    var isPassing: Bool { status == 429 || status == 502 || status == 503 || status == 504 }
}

extension RemoteProblem: Decodable {
    private enum CodingKeys: CodingKey { case title, status, detail, errors, advice }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let title = try container.decodeIfPresent(String.self, forKey: .title)
        status = try container.decodeIfPresent(UInt.self, forKey: .status) ?? 0
        detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? title ?? ""
        errors = try container.decodeIfPresent([String: String].self, forKey: .errors) ?? [:]
        // A server that is not a FeatureHost server may send a member of this name with another type. Ignore that
        // member.
        advice = (try? container.decodeIfPresent([String: String].self, forKey: .advice)) ?? [:]
    }
}

/// The error for a server that cannot be reached or a connection that was lost.
///
/// The outcome of the request is unknown.
package struct RemoteFault: Error, Hashable {
    /// A short description of the cause.
    package let reason: String
}

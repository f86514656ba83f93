import FeatureKit

/// A server's refusal: the response's status and problem (RFC 9457).
struct RemoteProblem: Error, Hashable {
    var status: UInt
    var detail: String
    /// The message of each refused field, by name.
    var errors: [String: String] = [:]
    /// A sentence for a person about each of ``errors``, by name.
    var advice: [String: String] = [:]

    /// The statuses of a host's own failures.
    static let hostFailures: Set<UInt> = [500, 501, 503, 504]

    /// Whether the refusal is temporary.
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
        // Members of another type, from some other server, are no advice.
        advice = (try? container.decodeIfPresent([String: String].self, forKey: .advice)) ?? [:]
    }
}

/// A server cannot be reached, or the connection was lost.
///
/// The request's outcome is unknown.
struct RemoteFault: Error, Hashable {
    /// A short reason.
    let reason: String
}

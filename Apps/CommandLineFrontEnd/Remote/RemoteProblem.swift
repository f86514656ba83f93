import FeatureKit

/// Why a server did not do what it was asked for: its answer's status, and its words (RFC 9457).
struct RemoteProblem: Error, Hashable {
    var status: UInt
    var detail: String
    /// What is wrong with each field, by name.
    var errors: [String: String] = [:]

    /// Whether it may be different in a moment.
    var isPassing: Bool { status == 429 || status == 502 || status == 503 || status == 504 }
}

extension RemoteProblem: Decodable {
    private enum CodingKeys: CodingKey { case title, detail, errors }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let title = try container.decodeIfPresent(String.self, forKey: .title)
        status = 0
        detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? title ?? ""
        errors = try container.decodeIfPresent([String: String].self, forKey: .errors) ?? [:]
    }
}

/// A server cannot be reached, or broke off: nobody knows whether it has done what it was asked for.
struct RemoteFault: Error, Hashable {
    /// Why, in a few words.
    let reason: String
}

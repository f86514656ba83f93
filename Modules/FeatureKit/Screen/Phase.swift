/// How far a screen is: what it shows is whole, on its way, or could not be had.
public enum Phase: Sendable, Hashable {
    /// What the screen shows is whole.
    case ready
    /// More is on its way: with a message, and with the fraction that is done, 0 to 1, where it is known.
    case loading(message: String? = nil, fraction: Double? = nil)
    /// What the screen is for could not be had: why, and the button that tries again.
    case failed(message: String, retry: Button? = nil)

    /// On its way, with no more to say.
    public static var loading: Phase { .loading() }

    /// Could not be had: why, and the action that tries again.
    public static func failed(_ message: String, retry: Action) -> Phase {
        .failed(message: message, retry: Button(retry, title: "Try again"))
    }

    /// Whether the phase is `loading`.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether the phase is `failed`.
    public var isFailed: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Phase: Codable {
    private enum Kind: String, Codable { case ready, loading, failed }
    private enum CodingKeys: CodingKey { case kind, message, fraction, retry }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .ready: self = .ready
        case .loading:
            self = .loading(
                message: try container.decodeIfPresent(String.self, forKey: .message),
                fraction: try container.decodeIfPresent(Double.self, forKey: .fraction))
        case .failed:
            self = .failed(
                message: try container.decode(String.self, forKey: .message),
                retry: try container.decodeIfPresent(Button.self, forKey: .retry))
        }
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ready: try container.encode(Kind.ready, forKey: .kind)
        case .loading(let message, let fraction):
            try container.encode(Kind.loading, forKey: .kind)
            try container.encodeIfPresent(message, forKey: .message)
            try container.encodeIfPresent(fraction, forKey: .fraction)
        case .failed(let message, let retry):
            try container.encode(Kind.failed, forKey: .kind)
            try container.encode(message, forKey: .message)
            try container.encodeIfPresent(retry, forKey: .retry)
        }
    }
}

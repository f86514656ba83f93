/// How far a screen is: complete, loading or failed.
public enum Phase: Sendable, Hashable {
    /// The screen is complete.
    case ready
    /// Content is on its way: with a message, and with the fraction that is done, 0 to 1, where it is known.
    case loading(message: String? = nil, fraction: Double? = nil)
    /// The content could not be loaded: the reason, and the button that tries again.
    case failed(message: String, retry: Button? = nil)

    /// Loading, without a message or a fraction.
    public static var loading: Phase { .loading() }

    /// Failed: the reason, and the action that tries again.
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

    /// Reads the value from its wire format; an unknown kind reads as ``ready``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch Kind(rawValue: try container.decode(String.self, forKey: .kind)) {
        case .ready, nil: self = .ready
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

/// The state of a screen: ready, loading or failed.
public enum Phase: Sendable, Hashable {
    /// The screen is complete.
    case ready
    /// The content is loading.
    ///
    /// `fraction` is the progress from 0 to 1; it is `nil` if the progress is unknown.
    case loading(message: String? = nil, fraction: Double? = nil)
    /// The content could not be loaded.
    ///
    /// `message` is the reason, and `retry` is the button that tries again.
    case failed(message: String, retry: Button? = nil)

    /// The phase `loading` without a message and without a fraction.
    public static var loading: Phase { .loading() }

    /// Returns the phase `failed` with a reason, and with a button for the action that tries again.
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

extension Phase: Decodable {
    private enum Kind: String, Decodable { case ready, loading, failed }
    private enum CodingKeys: CodingKey { case kind, message, fraction, retry }

    /// Decodes the value from its wire format.
    ///
    /// An unknown kind decodes as ``ready``.
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
}

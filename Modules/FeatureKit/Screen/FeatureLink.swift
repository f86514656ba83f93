/// A link to a place: a feature, with the options to launch it with.
///
/// A front end opens a link in a new session, unless the session that shows the link can show the place itself
/// (``Session/route(to:)``).
public struct FeatureLink: Sendable, Hashable {
    /// The feature's id.
    public var feature: String
    /// The options to launch it with, as plain values.
    ///
    /// Options that are left out have their defaults.
    public var options: [String: FieldValue]
    /// The title of the place.
    ///
    /// ``Screen/up`` has one; other links have a text of their own.
    public var title: String?

    /// Creates a link.
    public init(feature: String, options: [String: FieldValue] = [:], title: String? = nil) {
        (self.feature, self.options, self.title) = (feature, options, title)
    }
}

extension FeatureLink: Codable {
    private enum CodingKeys: CodingKey { case feature, options, title }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        feature = try container.decode(String.self, forKey: .feature)
        options = try container.decodeIfPresent([String: FieldValue].self, forKey: .options) ?? [:]
        title = try container.decodeIfPresent(String.self, forKey: .title)
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(feature, forKey: .feature)
        try container.encode(options, forKey: .options)
        try container.encodeIfPresent(title, forKey: .title)
    }
}

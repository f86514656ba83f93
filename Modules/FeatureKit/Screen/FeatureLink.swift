/// A link to a place: a feature together with the options of its launch.
///
/// A front end opens a link in a new session, unless the session that shows the link can also show the place
/// (``Session/route(to:)``).
public struct FeatureLink: Sendable, Hashable {
    /// The feature's id.
    public var feature: String
    /// The options with which a front end launches the feature, as plain values.
    ///
    /// Options that are left out have their defaults.
    public var options: [String: FieldValue]
    /// The title of the place.
    ///
    /// Only ``Screen/up`` needs this title. Any other link is shown with the text of its row, notice or element.
    public var title: String?

    /// Creates a link.
    public init(feature: String, options: [String: FieldValue] = [:], title: String? = nil) {
        (self.feature, self.options, self.title) = (feature, options, title)
    }

    /// Returns whether the link leads to the same place as another link, whatever their titles.
    package func isPlace(of other: FeatureLink?) -> Bool { feature == other?.feature && options == other?.options }
}

extension FeatureLink: Decodable {
    private enum CodingKeys: CodingKey { case feature, options, title }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        feature = try container.decode(String.self, forKey: .feature)
        options = try container.decodeIfPresent([String: FieldValue].self, forKey: .options) ?? [:]
        title = try container.decodeIfPresent(String.self, forKey: .title)
    }
}

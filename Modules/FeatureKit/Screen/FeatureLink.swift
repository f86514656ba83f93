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
    public var title: String? {
        get { rest?.title }
        set { rest = Rest(title: newValue, begins: rest?.begins) }
    }
    /// The name of the action whose form the place opens; `nil` for none.
    ///
    /// Front ends show the place and press the first enabled button of its screen (``Screen/buttons``) that asks for
    /// arguments of the action. Following a link therefore never performs an action. Without such a button, they say so.
    public var begins: String? {
        get { rest?.begins }
        set { rest = Rest(title: rest?.title, begins: newValue) }
    }
    /// The title and the action; `nil` for a link without both, as those of rows are.
    ///
    /// They stand apart so that rows stay small.
    private var rest: Rest?

    /// Creates a link.
    public init(
        feature: String, options: [String: FieldValue] = [:], title: String? = nil, begins: String? = nil
    ) {
        (self.feature, self.options, rest) = (feature, options, Rest(title: title, begins: begins))
    }

    private final class Rest: Sendable, Hashable {
        let title: String?
        let begins: String?

        init?(title: String?, begins: String?) {
            guard title != nil || begins != nil else { return nil }
            (self.title, self.begins) = (title, begins)
        }

        static func == (one: Rest, other: Rest) -> Bool {
            one === other || one.title == other.title && one.begins == other.begins
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(title)
            hasher.combine(begins)
        }
    }

    /// Returns whether the link leads to the same place as another link, whatever their titles.
    package func isPlace(of other: FeatureLink?) -> Bool { feature == other?.feature && options == other?.options }
}

extension FeatureLink: Decodable {
    private enum CodingKeys: CodingKey { case feature, options, title, begins }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            feature: try container.decode(String.self, forKey: .feature),
            options: try container.decodeIfPresent([String: FieldValue].self, forKey: .options) ?? [:],
            title: try container.decodeIfPresent(String.self, forKey: .title),
            begins: try container.decodeIfPresent(String.self, forKey: .begins))
    }
}

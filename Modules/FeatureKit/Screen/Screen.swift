/// Everything that a feature shows at one moment.
///
/// Every front end can render it.
///
/// A view draws by changing ``Stage/screen``. The id of an element is unique on its screen, even across sections. The
/// id of a row is unique in its list. Both ids must be stable, because differences, focus and tests depend on them.
///
/// A decoder of the wire format accepts screens of later versions. It ignores unknown members. It decodes an unknown
/// value of a known member as the default. An element of an unknown kind shows its text or title, and the elements
/// inside it.
public struct Screen: Sendable, Hashable, Decodable {
    /// The version of the wire format of patches.
    ///
    /// The version increases by 1 in a release that changes the format of an edit of ``ScreenDiff``.
    ///
    /// A client that announces at least this version gets patches. Any other client gets whole frames.
    public static let vocabulary = 2

    /// The heading.
    public var title: String
    /// One sentence below the heading; `nil` if there is none.
    public var summary: String?
    /// The tone of the screen.
    public var tone: Tone
    /// The state of the screen: ready, loading or failed.
    public var phase: Phase
    /// The elements, in reading order.
    public var elements: [Element]
    /// The buttons of the screen itself, without the buttons of its elements.
    public var buttons: [Button]
    /// A link to the enclosing place, such as the list of a record, with a title; `nil` if there is no such place.
    public var up: FeatureLink?
    /// The options with which a new launch shows the same place; `nil` for the options of the session's own launch.
    ///
    /// A view changes them with ``Stage/address``.
    public var address: [String: FieldValue]?

    /// Creates a screen.
    ///
    /// Without arguments the screen is empty and loading, like the first screen of every session.
    public init(
        title: String = "", summary: String? = nil, tone: Tone = .plain, phase: Phase = .loading,
        elements: [Element] = [], buttons: [Button] = [], up: FeatureLink? = nil,
        address: [String: FieldValue]? = nil
    ) {
        (self.title, self.summary, self.tone, self.phase) = (title, summary, tone, phase)
        (self.elements, self.buttons, self.up, self.address) = (elements, buttons, up, address)
    }
}

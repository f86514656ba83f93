/// What a feature shows, in a small vocabulary that every front end can render.
///
/// A view draws by changing ``Stage/screen``. Ids of elements are unique on a screen, also across sections; ids of rows are
/// unique in their list. Both are stable: differences, focus and tests depend on them.
///
/// A reader of the wire format accepts what later versions add: an element of an unknown kind shows its text or title and
/// the elements in it, an unknown value of a known member reads as its default, unknown members are ignored.
public struct Screen: Sendable, Hashable, Codable {
    /// The version of the vocabulary.
    ///
    /// It rises by one in a release that gives an edit of ``ScreenDiff`` a new form.
    ///
    /// A client that states at least this version gets patches, any other client gets whole frames.
    public static let vocabulary = 2

    /// The heading.
    public var title: String
    /// One sentence below the heading, if there is one.
    public var summary: String?
    /// The mood of the whole.
    public var tone: Tone
    /// Whether the screen is complete, loading or failed.
    public var phase: Phase
    /// The parts, in reading order.
    public var elements: [Element]
    /// The actions of the feature as a whole.
    public var buttons: [Button]

    /// Creates a screen; without arguments the one that every session begins with: loading and empty.
    public init(
        title: String = "", summary: String? = nil, tone: Tone = .plain, phase: Phase = .loading,
        elements: [Element] = [], buttons: [Button] = []
    ) {
        (self.title, self.summary, self.tone, self.phase) = (title, summary, tone, phase)
        (self.elements, self.buttons) = (elements, buttons)
    }
}

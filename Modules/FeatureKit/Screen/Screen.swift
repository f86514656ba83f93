/// What a feature shows, in a small vocabulary that every front end can render; no toolkit.
///
/// A view draws by changing ``Stage/screen``. Ids of elements are unique on a screen, ids of rows in their list, and both
/// are stable: differences, focus and tests hang on them.
public struct Screen: Sendable, Hashable, Codable {
    /// The heading.
    public var title: String
    /// The mood of the whole.
    public var tone: Tone
    /// Whether what is shown is whole, on its way or could not be had.
    public var phase: Phase
    /// The parts, in reading order.
    public var elements: [Element]
    /// What can be asked of the feature as a whole.
    public var buttons: [Button]

    /// Creates a screen; without arguments the one that every session begins with: loading, and nothing on it.
    public init(
        title: String = "", tone: Tone = .plain, phase: Phase = .loading, elements: [Element] = [],
        buttons: [Button] = []
    ) {
        (self.title, self.tone, self.phase) = (title, tone, phase)
        (self.elements, self.buttons) = (elements, buttons)
    }

    /// Every button on the screen: its own, those of rows, `more` and `retry`.
    package var allButtons: [Button] {
        var all: [Button] = []
        forEachButton { all.append($0) }
        return all
    }

    /// Looks at every button on the screen, in the order of ``allButtons``, without a copy of the rows.
    package func forEachButton(_ body: (Button) -> Void) {
        buttons.forEach(body)
        if case .failed(_, let retry?) = phase { body(retry) }
        for case .list(let list) in elements {
            for row in list.rows.indices { list.rows[row].buttons.forEach(body) }
            if let more = list.more { body(more) }
        }
    }
}

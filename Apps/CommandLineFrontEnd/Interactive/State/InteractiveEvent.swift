package import FeatureKit
package import TerminalKit

/// What happens to an interactive view.
package enum InteractiveEvent: Sendable {
    /// A person pressed a key.
    case key(KeyPress)
    /// The terminal has another size.
    case resized(Terminal.Size)
    /// The source of a page tells something.
    case source(page: Int, SourceEvent)
    /// An action has ended, well or with an error.
    case performed(call: Int, error: (any Error)?)
    /// Time has passed.
    case tick
}

/// What an interactive view asks of its surroundings.
package enum InteractiveEffect: Sendable {
    /// To perform an action of a page's feature.
    case perform(page: Int, call: Int, action: String, arguments: [String: FieldValue])
    /// To launch a feature for a page.
    case open(page: Int, FeatureLink)
    /// To let go of a page's source.
    case close(page: Int)
    /// To give the terminal back until the program is continued.
    case suspend
    /// To paint everything anew.
    case repaint
    /// To end.
    case leave(InteractiveEnd)
}

/// How an interactive view ends.
package enum InteractiveEnd: Sendable {
    /// The person left.
    case left
    /// The first feature could not be launched.
    case failed(any Error)
}

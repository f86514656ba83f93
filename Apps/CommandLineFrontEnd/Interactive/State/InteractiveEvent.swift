package import FeatureKit
package import TerminalKit

/// An event of an interactive view.
package enum InteractiveEvent: Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// The size of the terminal has changed.
    case resized(Terminal.Size)
    /// A page's source has reported an event.
    case source(page: Int, SourceEvent)
    /// An action has succeeded or failed; the revision is that of the frame that shows its effect.
    case performed(call: Int, revision: Int? = nil, error: (any Error)?)
    /// Time has passed.
    case tick
}

/// An effect that the loop runs for the state.
package enum InteractiveEffect: Sendable {
    /// Perform an action of a page's feature.
    case perform(page: Int, key: Int, Call)
    /// Launch a feature for a page.
    case open(page: Int, FeatureLink)
    /// Close a page's source.
    case close(page: Int)
    /// Restore the terminal and stop the process until it is continued.
    case suspend
    /// Paint all cells again.
    case repaint
    /// End the view.
    case leave(InteractiveEnd)
}

/// The way in which an interactive view ends.
package enum InteractiveEnd: Sendable {
    /// The user left.
    case left
    /// The first feature could not be launched.
    case failed(any Error)
}

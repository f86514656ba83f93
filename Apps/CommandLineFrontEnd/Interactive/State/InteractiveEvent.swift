package import FeatureKit
package import TerminalKit

/// An event of an interactive view.
package enum InteractiveEvent: Sendable {
    /// The user has pressed a key.
    case key(KeyPress)
    /// The terminal has a new size.
    case resized(Terminal.Size)
    /// A page's source has reported an event.
    case source(page: Int, SourceEvent)
    /// An action has succeeded or failed.
    case performed(call: Int, answer: SourceAnswer = SourceAnswer(), error: (any Error)?)
    /// A page's source has found the way to another place.
    case way(page: Int, FeatureLink, Direction, SourceWay)
    /// A page's source has answered which records a field can name.
    case references(ReferenceQuestion, Result<ChoicePage, any Error>)
    /// Time has passed.
    case tick
}

/// An effect that the state requests from the loop.
package enum InteractiveEffect: Sendable {
    /// Perform an action of a page's feature.
    case perform(page: Int, key: Int, Call)
    /// Cancel a call of a page's feature that takes long.
    case cancel(page: Int, work: String)
    /// Find the way to another place of a page's feature.
    case findWay(page: Int, FeatureLink, Direction)
    /// Find records that a field of a page's feature can name.
    case findReferences(page: Int, ReferenceQuestion)
    /// Launch a feature as the source of a page.
    case open(page: Int, FeatureLink)
    /// Close a page's source.
    case close(page: Int)
    /// Put a text on the clipboard of the terminal's user. The text is the Base64 form of its UTF-8.
    case copy(String)
    /// Restore the terminal and stop the process until it is continued.
    case suspend
    /// Paint every cell again.
    case repaint
    /// Close the interactive view.
    case leave(InteractiveEnd)
}

/// The reason why an interactive view ended.
package enum InteractiveEnd: Sendable {
    /// The user closed the view.
    case left
    /// The first feature could not be launched.
    case failed(any Error)
}

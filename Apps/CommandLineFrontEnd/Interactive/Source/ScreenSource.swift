package import FeatureKit

/// Where an interactive view takes what it shows from, and where it sends what a person asks for.
///
/// A session of this process is one, a session that a server runs can be another: the view knows neither.
package protocol ScreenSource: Sendable {
    /// What the feature says of itself.
    var manifest: FeatureManifest { get }

    /// Begins, and yields what happens: the current frame first, then frames of growing revision and notices.
    ///
    /// Called once. Ends when the session has ended or ``close()`` was called.
    func events() -> AsyncStream<SourceEvent>

    /// Performs an action and waits until it has ended; what it announces comes with the events.
    ///
    /// - Throws: `InputRefused` with a message for each field that is wrong, or why it could not be done.
    func perform(_ action: String, _ arguments: [String: FieldValue]) async throws

    /// Lets go of it: ends a session of this process, stops watching one of a server.
    func close() async
}

/// What a source tells.
package enum SourceEvent: Sendable {
    /// The newest frame.
    case frame(Frame)
    /// A passing message.
    case notice(Notice)
    /// How it stands with the way to the session.
    case connection(SourceConnection)
    /// There is no session to be had, and will not be.
    case failed(any Error)
}

/// How it stands with the way to a session.
package enum SourceConnection: Sendable, Hashable {
    /// What is shown is what is.
    case live
    /// What is shown may be old, for this reason; it is being tried again.
    case lost(reason: String)
}

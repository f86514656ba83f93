package import FeatureKit

/// The session behind a page: reports frames, and performs actions.
///
/// It is a session of this process or of a server; the view does not distinguish them.
package protocol ScreenSource: Sendable {
    /// The feature's manifest.
    var manifest: FeatureManifest { get }

    /// Runs the session, and reports each event in order: the current frame first, then newer frames and notices.
    ///
    /// Call it once. It returns when the session has ended, after ``close()`` and when the task is cancelled.
    ///
    /// - Parameter report: Called synchronously; it must not block. The source keeps no events.
    func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async

    /// Performs an action and waits until it has ended. Its frames and notices are reported as events.
    ///
    /// - Returns: The revision of the frame that shows the effect; `nil` if it is unknown.
    /// - Throws: `InputRefused` with a message for each invalid field, or the reason of another failure.
    @discardableResult
    func perform(_ call: Call) async throws -> Int?

    /// Closes a session of this process, or stops watching a session of a server.
    func close() async
}

extension ScreenSource {
    /// Runs the source and returns all its events.
    package func events() -> AsyncStream<SourceEvent> {
        let (events, continuation) = AsyncStream<SourceEvent>.makeStream()
        let task = Task {
            await run { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }
}

/// An event of a source.
package enum SourceEvent: Sendable {
    /// The newest frame.
    case frame(Frame)
    /// A notice.
    case notice(Notice)
    /// A change of the connection to the session.
    case connection(SourceConnection)
    /// The session could not be launched or reached, or has ended. No more events follow.
    case failed(any Error)
}

/// The state of the connection to a session.
package enum SourceConnection: Sendable, Hashable {
    /// Connected; the screen is current.
    case live
    /// Connecting again after this fault; the screen may be out of date.
    case lost(reason: String)
}

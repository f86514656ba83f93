package import FeatureKit

/// The source of a page, which reports the frames of a session and performs actions.
///
/// The session runs in this process or on a server. The view does not distinguish the two.
package protocol ScreenSource: Sendable {
    /// The feature's manifest.
    var manifest: FeatureManifest { get }

    /// Runs the session and reports its events in order: the current frame first, then newer frames and notices.
    ///
    /// Call this function once. It returns when the session has ended, when ``close()`` was called or when the task is
    /// cancelled.
    ///
    /// - Parameter report: Receives each event synchronously. The closure must not block, because the source does not
    ///   queue events.
    func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async

    /// Performs an action and waits until the action has ended.
    ///
    /// The source reports the resulting frames and notices as events.
    ///
    /// - Returns: The revision of the frame that shows the effect; `nil` if that revision is unknown.
    /// - Throws: `InputRefused` with a message for each invalid field, or the error that made the action fail.
    @discardableResult
    func perform(_ call: Call) async throws -> Int?

    /// Closes a session of this process, or detaches from a session of a server.
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
    /// The session has a new frame.
    case frame(Frame)
    /// The session has sent a notice.
    case notice(Notice)
    /// The state of the connection to the session has changed.
    case connection(SourceConnection)
    /// The session could not be launched, could not be reached or has ended. No event follows.
    case failed(any Error)
}

/// The state of the connection to a session.
package enum SourceConnection: Sendable, Hashable {
    /// The source is connected and the screen is current.
    case live
    /// The connection was lost for this reason, and the source reconnects. The screen may be out of date.
    case lost(reason: String)
}

package import FeatureKit

/// The source of a page, which reports the frames of a session and performs actions.
///
/// The session runs in this process or on a server. The view does not distinguish the two.
package protocol ScreenSource: Sendable {
    /// The feature's manifest.
    var manifest: FeatureManifest { get }

    /// Whether the session runs on a server.
    var isRemote: Bool { get }

    /// The options with which the session was launched; `nil` if they are unknown.
    ///
    /// A frame without an address shows the place of these options.
    var options: [String: FieldValue]? { get }

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
    /// - Throws: `InputRefused` with a message for each invalid field, or the error that made the action fail.
    @discardableResult
    func perform(_ call: Call) async throws -> SourceAnswer

    /// Finds the way to another place of the feature.
    ///
    /// - Parameter options: The options of the place. Options that are left out have their defaults.
    func way(to options: [String: FieldValue]) async -> SourceWay

    /// Returns a page of the records that a field of the feature can name.
    ///
    /// - Parameters:
    ///   - field: A field of the kind `reference`, of an action or an option.
    ///   - search: The words that the records contain; an empty text selects all records.
    ///   - cursor: The ``ChoicePage/next`` of the page before; `nil` for the first page.
    /// - Throws: `FeatureError` if the person may not use the feature of the records; any error of the store or of the
    ///   connection.
    func choices(
        of field: FieldDescription, matching search: String, after cursor: String?
    ) async throws -> ChoicePage

    /// Cancels a call of the session.
    ///
    /// - Parameter work: The id of the call, as in `RunningWork`. A call that has ended is left alone.
    /// - Throws: `FeatureError` if the person may not cancel it.
    func cancel(_ work: String) async throws

    /// Closes a session of this process, or detaches from a session of a server.
    func close() async
}

extension ScreenSource {
    /// Whether the session runs on a server; it does not by default.
    package var isRemote: Bool { false }

    /// Cancels nothing: by default, no call takes long.
    package func cancel(_ work: String) async throws {}

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

/// The result of an action that a source has performed.
package struct SourceAnswer: Sendable, Hashable {
    /// The revision of the frame that shows the effect; `nil` if that revision is unknown.
    package var revision: Int?
    /// The place that the action sends the person to; `nil` if the person stays.
    package var opens: FeatureLink?
    /// The number of the change that the action has made; `nil` if it has changed no record, or if that is unknown.
    package var change: Int?

    /// Creates an answer.
    package init(revision: Int? = nil, opens: FeatureLink? = nil, change: Int? = nil) {
        (self.revision, self.opens, self.change) = (revision, opens, change)
    }
}

/// The way from the place that a source shows to another place of its feature.
package struct SourceWay: Sendable, Hashable {
    /// What to do to show the other place.
    package var route: Route
    /// The options of the place that the source shows now.
    package var address: [String: FieldValue]
    /// Whether the session may refuse the call of the route.
    ///
    /// A new session then shows the place.
    package var isAttempt: Bool

    /// Creates a way.
    package init(_ route: Route, from address: [String: FieldValue] = [:], isAttempt: Bool = false) {
        (self.route, self.address, self.isAttempt) = (route, address, isAttempt)
    }
}

/// An event of a source.
package enum SourceEvent: Sendable {
    /// The session has a new frame.
    case frame(Frame)
    /// The session has sent a notice.
    case notice(Notice)
    /// The calls that take long have changed.
    case work([RunningWork])
    /// The state of the connection to the session has changed.
    case connection(SourceConnection)
    /// The number of viewers of the session has changed.
    case viewers(Int)
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

import FeatureKit
import Interaction
import Synchronization

/// A running session with the state of its HTTP clients.
final class LiveSession: Sendable {
    let session: Session
    /// The actions that start at once even if other actions are running, such as the action of a stop button.
    ///
    /// They are copied here so that a request does not have to wait for the session's actor.
    private let urgentActions: Set<String>
    /// The options that the session itself can change, by the name of the action that changes them.
    let browsed: [String: Set<String>]
    /// The name of the action that repeats the start of the session, or `nil`.
    let startAction: String?
    /// The id of the browser that began the session; `nil` for a session of the API.
    let browser: String?
    private let hasPage = Mutex(false)
    /// The frames and patches that its streams have sent, by the kind of stream and the actions that its people may not
    /// perform.
    private let logs = Mutex<[(kind: StreamKind, log: FrameLog)]>([])
    /// The greatest number of logs; people with rarer rights have a log for each stream.
    private static let logsLimit = 16
    /// The answers by idempotency key.
    let actions = IdempotentActions()
    /// The actions that exceeded the time limit of the page's request.
    let running = RunningActions()
    private let callCount = Atomic(0)

    /// The parts of a session that its clients need without switching to the session's actor.
    struct Parts {
        /// The actions that start at once even if other actions are running.
        let urgent: Set<String>
        /// The options that the session can change, by the name of the action that changes them.
        let browsed: [String: Set<String>]
        /// The name of the action that repeats the start of the session, or `nil`.
        let startAction: String?
    }

    /// Creates the state of a session that has just started.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - parts: The parts of the session that its clients need.
    ///   - browser: The id of the browser that began the session.
    init(_ session: Session, _ parts: Parts, browser: String?) {
        (self.session, urgentActions, browsed, self.browser) = (session, parts.urgent, parts.browsed, browser)
        startAction = parts.startAction
    }

    /// The streams that get equal bytes, if their people have equal rights.
    enum StreamKind { case api, ownPage, sharedPage }

    /// Returns the rights of a person in this session.
    ///
    /// - Parameter person: The person; `nil` if nobody is known.
    func rights(of person: Person?) -> Rights { Rights(of: person, in: session.manifest) }

    /// Returns the frames and patches that one kind of stream has sent to people with the same rights.
    func log(of kind: StreamKind, for rights: Rights) -> FrameLog {
        logs.withLock { logs in
            if let known = logs.first(where: { $0.kind == kind && $0.log.rights.forbidden == rights.forbidden }) {
                return known.log
            }
            let log = FrameLog(for: rights)
            if logs.count < LiveSession.logsLimit { logs.append((kind, log)) }
            return log
        }
    }

    /// Returns whether the session itself can change an option.
    func browses(_ option: String) -> Bool { browsed.values.contains { $0.contains(option) } }

    /// Records that a page of the session is shown.
    ///
    /// - Returns: Whether it is the first one.
    func beginShowing() -> Bool {
        hasPage.withLock { hasPage in
            defer { hasPage = true }
            return !hasPage
        }
    }

    /// Whether a call of an action waits or runs.
    var isPerforming: Bool { callCount.load(ordering: .relaxed) > 0 }

    /// Performs an action, like `Session.perform`.
    func perform(
        _ call: Call, as person: Person?, expecting revisions: Set<Int>?, takesNotices: Bool = false,
        accepted: (@Sendable (_ id: String) -> Void)? = nil
    ) async throws -> Answer {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return try await session.perform(
            call, as: person, expecting: revisions, takesNotices: takesNotices, accepted: accepted)
    }

    /// Returns whether a call of an action may exceed the share of calls of the client's address.
    func isUrgent(_ action: String) -> Bool { urgentActions.contains(action) }
}

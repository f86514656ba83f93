import FeatureKit
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
    /// The frames and patches that the API's streams have sent.
    let frames = FrameLog()
    /// The frames and patches that the streams of its pages have sent; empty in a session without pages.
    private let pages = Mutex<(own: FrameLog?, shared: FrameLog?)>((nil, nil))
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

    /// Returns the frames and patches that the streams of one kind of page have sent.
    func pages(isShared: Bool) -> FrameLog {
        pages.withLock { pages in
            let log = (isShared ? pages.shared : pages.own) ?? FrameLog()
            if isShared { pages.shared = log } else { pages.own = log }
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
    func perform(_ call: Call, expecting revisions: Set<Int>?, takesNotices: Bool = false) async throws -> Answer {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return try await session.perform(call, expecting: revisions, takesNotices: takesNotices)
    }

    /// Returns whether a call of an action may exceed the share of calls of the client's address.
    func isUrgent(_ action: String) -> Bool { urgentActions.contains(action) }
}

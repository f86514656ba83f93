import FeatureKit

/// A running session with the state of its clients.
final class LiveSession: Sendable {
    let session: Session
    /// The actions that start at once beside running ones, as a stop button does.
    ///
    /// Kept here so that a request need not visit the session's executor.
    private let urgentActions: Set<String>
    /// What the API's streams have sent.
    let frames = FrameLog()
    /// What the pages' streams have sent.
    let pages = FrameLog()
    /// The answers by idempotency key.
    let actions = IdempotentActions()
    /// The actions that run longer than their pages wait.
    let running = RunningActions()

    init(_ session: Session, urgentActions: Set<String>) {
        (self.session, self.urgentActions) = (session, urgentActions)
    }

    /// Whether an action may exceed its address's share of calls.
    func isUrgent(_ action: String) -> Bool { urgentActions.contains(action) }
}

import FeatureKit

/// A running session with the state of its HTTP clients.
final class LiveSession: Sendable {
    let session: Session
    /// The actions that start at once even if other actions are running, such as the action of a stop button.
    ///
    /// They are copied here so that a request does not have to wait for the session's actor.
    private let urgentActions: Set<String>
    /// The frames and patches that the API's streams have sent.
    let frames = FrameLog()
    /// The frames and patches that the pages' streams have sent.
    let pages = FrameLog()
    /// The answers by idempotency key.
    let actions = IdempotentActions()
    /// The actions that exceeded the time limit of the page's request.
    let running = RunningActions()

    init(_ session: Session, urgentActions: Set<String>) {
        (self.session, self.urgentActions) = (session, urgentActions)
    }

    /// Returns whether a call of an action may exceed the share of calls of the client's address.
    func isUrgent(_ action: String) -> Bool { urgentActions.contains(action) }
}

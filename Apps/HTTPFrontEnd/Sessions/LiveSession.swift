import FeatureKit

/// A session that runs, and what clients have been told of it.
final class LiveSession: Sendable {
    let session: Session
    /// What programs were told.
    let frames = FrameLog()
    /// What pages were told.
    let pages = FrameLog()
    /// What has been answered under the keys of clients.
    let actions = IdempotentActions()
    /// What takes longer than its page waits.
    let running = RunningActions()

    init(_ session: Session) { self.session = session }
}

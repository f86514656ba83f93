/// The notices of one session that wait for its first viewer.
///
/// Together with ``CausedNotices`` it keeps guarantee 4 of ``Session``, *notices are one-shot*: a notice waits in
/// one place, so no viewer gets it twice. The session delivers a notice to all attached viewers; if there are none,
/// the notice waits here, or in ``CausedNotices`` when the caller of its action shows it.
package struct Notices {
    private var waiting: [WaitingNotice] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a notice that no viewer has received.
    package mutating func append(_ notice: WaitingNotice) {
        waiting.append(notice, keeping: Session.waitingNoticesLimit)
    }

    /// Adds the notices that the caller of an action did not get to show, because the action has failed.
    package mutating func append(unshown notices: CausedNotices) {
        notices.unshown?.forEach { append($0) }
    }

    /// Takes out the notices that have not expired.
    ///
    /// - Parameter now: The time since the session's clock was started.
    package mutating func take(at now: Duration) -> [Notice] {
        defer { waiting = [] }
        return waiting.filter { now < $0.deadline }.map(\.notice)
    }

    /// Drops all notices.
    package mutating func removeAll() {
        waiting = []
    }
}

/// A notice that no viewer has received.
package struct WaitingNotice {
    /// The notice.
    package let notice: Notice
    /// The time of the session's clock at which it expires.
    package let deadline: Duration

    /// Creates a notice that starts to wait now.
    ///
    /// - Parameter now: The time since the session's clock was started.
    package init(_ notice: Notice, at now: Duration) {
        (self.notice, deadline) = (notice, now + Session.noticeLifetime)
    }
}

/// The notices that one action has announced.
package struct CausedNotices {
    /// The newest notices, up to ``Viewer/noticesLimit``: the action's answer carries them.
    private var announced: [Notice] = []
    /// Notices kept for the caller to show, requeued if the action fails; `nil` if the caller does not show them.
    package private(set) var unshown: [WaitingNotice]?

    /// Creates an empty list.
    ///
    /// - Parameter isCallerShowing: Whether the caller shows the notices of the answer.
    package init(isCallerShowing: Bool = false) {
        unshown = isCallerShowing ? [] : nil
    }

    /// Adds a notice for the answer.
    package mutating func append(_ notice: Notice) {
        announced.append(notice, keeping: Viewer.noticesLimit)
    }

    /// Keeps a notice that no viewer has received; returns whether it is kept.
    package mutating func keep(_ notice: WaitingNotice) -> Bool {
        unshown?.append(notice, keeping: Session.waitingNoticesLimit) != nil
    }

    /// Returns the notices for the answer, and leaves none to be requeued.
    package mutating func take() -> [Notice] {
        unshown = nil
        return announced
    }
}

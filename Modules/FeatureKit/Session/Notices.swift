/// The notices of one session that wait for its first viewer.
///
/// With ``CausedNotices`` it implements guarantee 4 of ``Session``, *notices are one-shot*. The session delivers a
/// notice to all attached viewers. If no viewer is attached, the notice waits. If the caller of the action shows the
/// action's notices, the notice waits in ``CausedNotices``. In every other case it waits in ``Notices``. The notice is
/// never in both places, so no viewer gets it twice.
package struct Notices {
    private var waiting: [WaitingNotice] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a notice that no viewer has received.
    package mutating func append(_ notice: WaitingNotice) {
        waiting.append(notice, keeping: Session.waitingNoticesLimit)
    }

    /// Adds the notices that were kept for the caller of an action that has failed.
    package mutating func append(unshown notices: CausedNotices) {
        notices.unshown?.forEach { append($0) }
    }

    /// Removes all notices, and returns the notices that have not expired.
    ///
    /// - Parameter now: The time since the launch of the session.
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
    /// The time at which the notice expires, counted from the launch of the session.
    package let deadline: Duration

    /// Creates a waiting notice that expires after ``Session/noticeLifetime``.
    ///
    /// - Parameter now: The time since the launch of the session.
    package init(_ notice: Notice, at now: Duration) {
        (self.notice, deadline) = (notice, now + Session.noticeLifetime)
    }
}

/// The notices that one call of an action has announced.
package struct CausedNotices {
    /// The newest notices, at most ``Viewer/noticesLimit``.
    ///
    /// The action's answer contains them.
    private var announced: [Notice] = []
    /// The notices that the caller will show; `nil` if the caller shows no notices.
    ///
    /// If the action fails, the session keeps these notices for its first viewer instead.
    package private(set) var unshown: [WaitingNotice]?

    /// Creates an empty list.
    ///
    /// - Parameter isCallerShowing: Whether the caller shows the notices of the answer.
    package init(isCallerShowing: Bool = false) {
        unshown = isCallerShowing ? [] : nil
    }

    /// Adds a notice to the answer's notices.
    package mutating func append(_ notice: Notice) {
        announced.append(notice, keeping: Viewer.noticesLimit)
    }

    /// Keeps a notice that no viewer has received, if the caller shows notices.
    ///
    /// Returns whether the notice is kept.
    package mutating func keep(_ notice: WaitingNotice) -> Bool {
        unshown?.append(notice, keeping: Session.waitingNoticesLimit) != nil
    }

    /// Returns the notices for the answer, and clears ``unshown``.
    package mutating func take() -> [Notice] {
        unshown = nil
        return announced
    }
}

/// The accepted work of one session: its order, its overlaps, its limit.
///
/// The session runs and cancels the tasks. The queue keeps these of ``Session``'s guarantees:
///
/// - 5, *actions run in order of arrival*: ``enter(_:isBeside:takesNotices:)`` returns the task of the work before,
///   which new work waits for, and ``admit(_:_:session:)`` applies the action's ``Overlap``.
/// - 7, *settled*: ``hasActions`` counts `start` and accepted actions, and no changes.
/// - 8, *closing ends everything*: ``removeAll()`` empties the queue and returns every task for cancellation.
///
/// The session holds its tasks only here and only until they end, because an ended task keeps the memory of its calls.
package struct WorkQueue {
    /// The task that runs a piece of work.
    package typealias Handle = Task<Answer, any Error>

    /// A piece of work, queued or running.
    package struct Work {
        /// The action that was called; `nil` for a change, and empty for a `start` that no action repeats.
        package let action: String?
        /// Whether the work starts at once, beside the queue.
        package let isBeside: Bool
        /// The task that runs it; `nil` until ``WorkQueue/hold(_:for:)``.
        package fileprivate(set) var task: Handle?
        /// Whether its turn has come.
        package fileprivate(set) var isRunning = false
        /// The notices that it has announced.
        package fileprivate(set) var notices: CausedNotices
    }

    private var work: [Int: Work] = [:]
    /// The task of the last work in line; `nil` when the line is empty.
    package private(set) var last: Handle?
    private var lastKey = 0

    /// Creates an empty queue.
    package init() {}

    // MARK: - Acceptance

    /// Decides whether a call may enter.
    ///
    /// - Returns: The tasks of the earlier calls that the new call replaces; cancel them.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/busy`` beyond ``Session/workLimit``, and for an
    ///   action that allows no second call meanwhile.
    package func admit(_ action: String, _ overlap: Overlap, session: String) throws(FeatureError) -> [Handle] {
        guard work.count < Session.workLimit else {
            throw FeatureError(
                .busy, "session \(session) already has \(work.count) calls queued or running; try again later")
        }
        switch overlap {
        case .inOrder, .alongside: return []
        case .dropIfBusy:
            guard !work.values.contains(where: { $0.action == action }) else {
                throw FeatureError(.busy, "'\(action)' is still running; try again when it has ended")
            }
            return []
        case .cancelPrevious: return work.values.filter { $0.action == action }.compactMap(\.task)
        }
    }

    // MARK: - A piece of work, from its entry to its end

    /// Adds work at the end of the line, or beside it.
    ///
    /// - Returns: The key of the work, and the task that it must wait for.
    package mutating func enter(
        _ action: String?, isBeside: Bool = false, takesNotices: Bool = false
    ) -> (key: Int, predecessor: Handle?) {
        lastKey += 1
        work[lastKey] = Work(
            action: action, isBeside: isBeside, notices: CausedNotices(isCallerShowing: takesNotices))
        return (lastKey, isBeside ? nil : last)
    }

    /// Holds the task of work that has entered, until the work ends.
    ///
    /// Work that starts at once may have ended already; its task is not held.
    package mutating func hold(_ task: Handle, for key: Int) {
        guard let isBeside = work[key]?.isBeside else { return }
        work[key]?.task = task
        if !isBeside { last = task }
    }

    /// Records that the turn of some work has come.
    package mutating func begin(_ key: Int) {
        work[key]?.isRunning = true
    }

    /// Removes work that has ended; returns `nil` if ``removeAll()`` has removed it before.
    package mutating func end(_ key: Int) -> Work? {
        guard let ended = work.removeValue(forKey: key) else { return nil }
        if let task = ended.task, task == last { last = nil }
        // An emptied dictionary keeps its storage.
        if work.isEmpty { work = [:] }
        return ended
    }

    /// Removes all work.
    ///
    /// - Returns: The tasks to cancel. The queue does not cancel them itself: a cancellation handler runs synchronously
    ///   and may use the session.
    package mutating func removeAll() -> [Handle] {
        defer { (work, last) = ([:], nil) }
        return work.values.compactMap(\.task)
    }

    // MARK: - Notices

    /// Records a notice that some work has announced.
    package mutating func record(_ notice: Notice, of key: Int) {
        work[key]?.notices.append(notice)
    }

    /// Keeps a notice that no viewer has received, if the caller of the work shows the answer's notices.
    ///
    /// - Returns: Whether it is kept.
    package mutating func keep(_ notice: WaitingNotice, for key: Int) -> Bool {
        work[key]?.notices.keep(notice) ?? false
    }

    /// Returns the notices for the answer of some work; none of them is requeued at its end.
    package mutating func takeNotices(of key: Int) -> [Notice] {
        work[key]?.notices.take() ?? []
    }

    // MARK: - State

    /// Whether `start` or an accepted action is queued or running.
    package var hasActions: Bool { work.values.contains { $0.action != nil } }

    /// Whether work of the line is running, not counting work beside it.
    package var isLineRunning: Bool { work.values.contains { $0.isRunning && !$0.isBeside } }

    /// The actions whose calls are queued or running, in order of arrival.
    package var actions: [String] { work.sorted { $0.key < $1.key }.compactMap(\.value.action) }
}

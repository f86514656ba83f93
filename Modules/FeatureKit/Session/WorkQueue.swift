/// The queue of one session's accepted work.
///
/// It decides the order of the work, and whether a call may enter.
///
/// The session runs and cancels the tasks. The queue implements these guarantees of ``Session``:
///
/// - 5, *actions run in order of arrival*: ``enter(_:isBeside:takesNotices:)`` returns the task that new work must wait
///   for. ``admit(_:_:session:)`` applies the action's ``Overlap``.
/// - 7, *settled*: ``hasActions`` counts `start` and accepted actions, but not the handlers of changes.
/// - 8, *closing ends everything*: ``removeAll()`` empties the queue and returns every task for cancellation.
///
/// Only this queue references the session's tasks. It releases a task when the task ends, because even an ended task
/// keeps the memory of its call.
package struct WorkQueue {
    /// The task that runs a piece of work.
    package typealias Handle = Task<Answer, any Error>

    /// A piece of work, queued or running.
    package struct Work {
        /// The name of the called action; `nil` for the handler of a change, empty for a `start` that no action
        /// repeats.
        package let action: String?
        /// Whether the work starts at once, without waiting for earlier work.
        package let isBeside: Bool
        /// The task that runs the work; `nil` until ``WorkQueue/hold(_:for:)`` stores it.
        package fileprivate(set) var task: Handle?
        /// The call; `nil` for a start and the handler of a change.
        package let running: RunningAction?
        /// Whether the work has begun.
        package fileprivate(set) var isRunning = false
        /// The notices that the work has announced.
        package fileprivate(set) var notices: CausedNotices
        /// The place to which the work sends its caller; `nil` if the caller stays at its place.
        package fileprivate(set) var opens: FeatureLink?
    }

    private var work: [Int: Work] = [:]
    /// The task of the last queued work; `nil` if the queue is empty.
    ///
    /// Work alongside the queue does not count.
    package private(set) var last: Handle?
    private var lastKey = 0

    /// Creates an empty queue.
    package init() {}

    // MARK: - Acceptance

    /// Decides whether a call may enter the queue.
    ///
    /// - Parameters:
    ///   - action: The name of the called action.
    ///   - overlap: The action's rule for earlier calls.
    ///   - superseded: The names of the other actions to which the rule ``Overlap/cancelPrevious`` applies too.
    ///   - session: The session's id, for errors.
    /// - Returns: The tasks of the earlier calls that the new call replaces. The caller must cancel them.
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/busy`` if ``Session/workLimit`` is reached, or if
    ///   the action is queued or running and allows no second call.
    package func admit(
        _ action: String, _ overlap: Overlap, superseding superseded: Set<String> = [], session: String
    ) throws(FeatureError) -> [Handle] {
        guard work.count < Session.workLimit else {
            throw FeatureError(
                .busy, "session \(session) already has \(work.count) calls queued or running; try again later")
        }
        switch overlap {
        case .inOrder, .besideOthers, .alongside: return []
        case .dropIfBusy:
            guard !work.values.contains(where: { $0.action == action }) else {
                throw FeatureError(.busy, "'\(action)' is still running; try again when it has ended")
            }
            return []
        case .cancelPrevious:
            return work.values.filter { work in
                work.action.map { $0 == action || superseded.contains($0) } ?? false
            }.compactMap(\.task)
        }
    }

    // MARK: - A piece of work, from its entry to its end

    /// Adds work at the end of the queue, or alongside the queue.
    ///
    /// - Parameters:
    ///   - action: The name of the called action, as in ``Work/action``.
    ///   - running: The call.
    ///   - isBeside: Whether the work runs alongside the queue.
    ///   - waitsForOwn: Whether work alongside the queue waits for earlier calls of its action.
    ///   - takesNotices: Whether the caller shows the notices of the answer.
    /// - Returns: The key of the work, and the task that the work must wait for.
    package mutating func enter(
        _ action: String?, _ running: RunningAction? = nil, isBeside: Bool = false, waitsForOwn: Bool = false,
        takesNotices: Bool = false
    ) -> (key: Int, predecessor: Handle?) {
        let own = waitsForOwn ? work.filter { $0.value.action == action }.max { $0.key < $1.key }?.value.task : nil
        lastKey += 1
        work[lastKey] = Work(
            action: action, isBeside: isBeside, running: running,
            notices: CausedNotices(isCallerShowing: takesNotices))
        return (lastKey, isBeside ? own : last)
    }

    /// Cancels a call; if it waits, ends the waiting of its caller.
    ///
    /// - Returns: The task that the session must cancel; `nil` if the call has ended.
    package mutating func cancel(_ key: Int) -> Handle? {
        guard let cancelled = work[key], let running = cancelled.running else { return nil }
        running.cancel()
        if !cancelled.isRunning { running.release() }
        return cancelled.task
    }

    /// Stores the task of queued work until the work ends.
    ///
    /// Work that starts at once may have ended already. In that case the queue does not store the task.
    package mutating func hold(_ task: Handle, for key: Int) {
        guard let isBeside = work[key]?.isBeside else { return }
        work[key]?.task = task
        if !isBeside { last = task }
    }

    /// Records that a piece of work has begun.
    package mutating func begin(_ key: Int) {
        work[key]?.isRunning = true
    }

    /// Removes and returns work that has ended; returns `nil` if ``removeAll()`` has already removed it.
    package mutating func end(_ key: Int) -> Work? {
        guard let ended = work.removeValue(forKey: key) else { return nil }
        ended.running?.release()
        if let task = ended.task, task == last { last = nil }
        // Assigning a new dictionary releases the storage, which an emptied dictionary would keep.
        if work.isEmpty { work = [:] }
        return ended
    }

    /// Removes all work.
    ///
    /// - Returns: The tasks that the caller must cancel. The queue does not cancel them itself, because a cancellation
    ///   handler runs synchronously and may use the session.
    package mutating func removeAll() -> [Handle] {
        defer { (work, last) = ([:], nil) }
        work.values.forEach { $0.running?.release() }
        return work.values.compactMap(\.task)
    }

    // MARK: - Notices

    /// Records a notice that a piece of work has announced.
    package mutating func record(_ notice: Notice, of key: Int) {
        work[key]?.notices.append(notice)
    }

    /// Keeps a notice that no viewer has received, if the caller of the work shows the answer's notices.
    ///
    /// - Returns: Whether the notice is kept.
    package mutating func keep(_ notice: WaitingNotice, for key: Int) -> Bool {
        work[key]?.notices.keep(notice) ?? false
    }

    /// Returns the notices for the answer of a piece of work.
    ///
    /// From now on, the caller must show them.
    package mutating func takeNotices(of key: Int) -> [Notice] {
        work[key]?.notices.take() ?? []
    }

    // MARK: - Places

    /// Records the place to which a piece of work sends its caller.
    package mutating func record(_ place: FeatureLink, of key: Int) {
        work[key]?.opens = place
    }

    /// The place to which a piece of work sends its caller; `nil` if the caller stays at its place.
    package func place(of key: Int) -> FeatureLink? { work[key]?.opens }

    // MARK: - State

    /// Whether `start` or an accepted action is queued or running.
    package var hasActions: Bool { work.values.contains { $0.action != nil } }

    /// Whether queued work is running.
    ///
    /// Work alongside the queue does not count.
    package var isLineRunning: Bool { work.values.contains { $0.isRunning && !$0.isBeside } }

    /// Whether a call is queued or running.
    package var hasCalls: Bool { work.values.contains { $0.running != nil } }

    /// Returns whether work is queued and does not run yet.
    package func isWaiting(_ key: Int) -> Bool { work[key]?.isRunning == false }

    /// The queued and running calls with their keys, in order of arrival.
    package var calls: [(key: Int, work: Work)] {
        work.lazy.filter { $0.value.running != nil }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The names of the queued and running actions, in order of arrival.
    package var actions: [String] { work.sorted { $0.key < $1.key }.compactMap(\.value.action) }
}

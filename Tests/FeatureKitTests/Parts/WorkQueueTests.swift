import FeatureKit
import Testing

/// Tests `WorkQueue` without a session.
@Suite(.timeLimit(.minutes(5))) struct WorkQueueTests {
    private var queue = WorkQueue()

    /// Adds work to the queue, and stores a new task for it.
    private mutating func enter(
        _ action: String?, isBeside: Bool = false
    ) -> (key: Int, predecessor: WorkQueue.Handle?, task: WorkQueue.Handle) {
        let (key, predecessor) = queue.enter(action, isBeside: isBeside)
        let task = WorkQueue.Handle { throw CancellationError() }
        queue.hold(task, for: key)
        return (key, predecessor, task)
    }

    @Test mutating func `each piece of work waits for the piece of work before it`() {
        let first = enter("first")
        let second = enter("second")
        let third = enter(nil)
        #expect(first.predecessor == nil)
        #expect(second.predecessor == first.task)
        #expect(third.predecessor == second.task)
        #expect(queue.actions == ["first", "second"])
    }

    @Test mutating func `work alongside the queue does not wait for other work and does not delay other work`() {
        let first = enter("first")
        let stop = enter("stop", isBeside: true)
        let second = enter("second")
        #expect(stop.predecessor == nil)
        #expect(second.predecessor == first.task)
        _ = queue.end(stop.key)
        #expect(queue.last == second.task)
    }

    @Test mutating func `an empty queue keeps no task`() {
        let (first, second) = (enter("first"), enter("second"))
        _ = queue.end(first.key)
        #expect(queue.last == second.task)
        _ = queue.end(second.key)
        #expect(queue.last == nil)
        #expect(!queue.hasActions)
        let third = enter("third")
        #expect(third.predecessor == nil)
    }

    @Test mutating func `the queue does not store the task of work that has ended`() {
        let (key, _) = queue.enter("first")
        _ = queue.end(key)
        queue.hold(WorkQueue.Handle { throw CancellationError() }, for: key)
        #expect(queue.last == nil)
    }

    @Test mutating func `a call with dropIfBusy is refused while its action is in the queue`() throws {
        let first = enter("first")
        #expect(throws: FeatureError(.busy, "'first' is still running; try again when it has ended")) {
            try queue.admit("first", .dropIfBusy, session: "s")
        }
        #expect(try queue.admit("second", .dropIfBusy, session: "s") == [])
        _ = queue.end(first.key)
        #expect(try queue.admit("first", .dropIfBusy, session: "s") == [])
    }

    @Test mutating func `a call with cancelPrevious returns exactly the tasks of the earlier calls`() throws {
        let earlier = [enter("first").task, enter("first").task]
        _ = (enter("second"), enter(nil))
        #expect(Set(try queue.admit("first", .cancelPrevious, session: "s")) == Set(earlier))
        #expect(try queue.admit("first", .inOrder, session: "s") == [])
        #expect(try queue.admit("first", .alongside, session: "s") == [])
    }

    @Test(arguments: [Overlap.inOrder, .alongside, .dropIfBusy, .cancelPrevious])
    mutating func `a full queue refuses every call with an error that names the session`(overlap: Overlap) {
        for _ in 0..<Session.workLimit { _ = queue.enter(nil) }
        #expect(throws: FeatureError(.busy, "session s already has 1000 calls queued or running; try again later")) {
            try queue.admit("first", overlap, session: "s")
        }
    }

    @Test mutating func `a handler of a change in the queue does not count as an action`() {
        let change = enter(nil)
        queue.begin(change.key)
        #expect(!queue.hasActions)
        #expect(queue.isLineRunning)
        _ = enter("")
        #expect(queue.hasActions)
    }

    @Test mutating func `isLineRunning is true while queued work runs and ignores work alongside`() {
        let stop = enter("stop", isBeside: true)
        queue.begin(stop.key)
        let first = enter("first")
        #expect(!queue.isLineRunning)
        queue.begin(first.key)
        #expect(queue.isLineRunning)
        _ = queue.end(first.key)
        #expect(!queue.isLineRunning)
    }

    @Test mutating func `removing all work returns every task, and ending removed work returns nil`() {
        let (first, stop) = (enter("first"), enter("stop", isBeside: true))
        let removed = queue.removeAll()
        #expect(Set(removed) == [first.task, stop.task])
        #expect(queue.last == nil)
        #expect(queue.actions == [])
        let ended = queue.end(first.key)
        #expect(ended == nil)
    }

    @Test mutating func `each piece of work has only its own notices`() {
        let (first, second) = (enter("first"), enter("second"))
        queue.record(Notice("mine"), of: first.key)
        let notices = [queue.takeNotices(of: first.key), queue.takeNotices(of: second.key)]
        #expect(notices == [[Notice("mine")], []])
    }
}

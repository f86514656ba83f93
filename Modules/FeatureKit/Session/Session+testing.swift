// The methods that only the module FeatureTesting uses.

extension Session {
    /// Enqueues a call of an action, and returns without waiting for its end.
    ///
    /// - Returns: The id of the call, as in ``RunningWork/id``, and the task that waits for the answer.
    /// - Throws: The errors that ``perform(_:as:)`` throws before it enqueues the call.
    package func begin(_ call: Call, as person: Person?) throws -> (id: String, answer: Task<Answer, any Error>) {
        let work = try accept(call, as: person)
        return ("\(work.key)", Task { try await answer(of: work) })
    }

    /// The names of the queued and running actions, in order of arrival.
    ///
    /// If no action repeats `start`, the name of a queued or running `start` is an empty text.
    package var actionsAtWork: [String] {
        queue.actions
    }

    /// Waits until the session has settled, without a time limit.
    package func settledAtLast() async throws -> Frame {
        try await settled(before: nil)
    }

    /// Waits until all queued work has ended, including the handlers of changes.
    package func drained() async {
        _ = await queue.last?.result
    }
}

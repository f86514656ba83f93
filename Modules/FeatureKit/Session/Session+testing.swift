// The interface for FeatureTesting.

extension Session {
    /// Enters a call of an action into the queue, and returns without waiting for its end.
    ///
    /// - Returns: The task that waits for the answer.
    /// - Throws: The errors of ``perform(_:)`` that come before the handler runs.
    package func begin(_ call: Call) throws -> Task<Answer, any Error> {
        let task = try accept(call)
        return Task { try await answer(of: task, to: call.action) }
    }

    /// The actions whose calls are queued or running, in order of arrival; empty for a `start` that no action repeats.
    package var actionsAtWork: [String] {
        queue.actions
    }

    /// Waits until the session has settled, without a time limit.
    package func settledAtLast() async throws -> Frame {
        try await settled(before: nil)
    }

    /// Waits until all work in the queue has ended, including changes.
    package func drained() async {
        _ = await queue.last?.result
    }
}

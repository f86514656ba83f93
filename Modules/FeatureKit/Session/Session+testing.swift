// What a test kit sees of a session, and nobody else.

extension Session {
    /// Puts a call of an action into the queue and returns as soon as it stands there.
    ///
    /// - Returns: Where the answer comes from.
    /// - Throws: What ``perform(_:_:)`` throws before the presenter is asked.
    package func begin(_ action: String, _ arguments: [String: FieldValue]) throws -> Task<Answer, any Error> {
        let task = try accept(action, arguments)
        return Task { try await answer(of: task, to: action) }
    }

    /// The actions whose calls are queued or running, in order of arrival; empty for a `start` that no action repeats.
    package var actionsAtWork: [String] {
        work.sorted { $0.key < $1.key }.compactMap(\.value.action)
    }

    /// Waits until the session has settled, however long that takes by whatever clock.
    package func settledAtLast() async throws -> Frame {
        try await settled(before: nil)
    }

    /// Waits until all that stood in the queue has ended, changes too.
    package func drained() async {
        _ = await tail?.task.result
    }
}

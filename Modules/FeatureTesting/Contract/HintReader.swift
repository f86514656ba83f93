import Synchronization

/// Reads hints with a time limit, so that a test reports a missing hint instead of waiting forever.
actor HintReader {
    private let task: Task<Void, Never>
    private let latches: Latches

    private final class Latches: Sendable {
        let state = Mutex((unread: 0, waiting: [CheckedContinuation<Bool, Never>]()))
    }

    init(_ hints: AsyncStream<Void>) {
        let latches = Latches()
        self.latches = latches
        task = Task {
            for await _ in hints {
                let reader = latches.state.withLock { state -> CheckedContinuation<Bool, Never>? in
                    if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                    state.unread += 1
                    return nil
                }
                reader?.resume(returning: true)
            }
        }
    }

    deinit { task.cancel() }

    /// Waits for a hint.
    ///
    /// Returns `false` if no hint arrives within the time limit.
    func next() async -> Bool {
        let timeout = Task { [latches] in
            try await ContinuousClock().sleep(for: RecordStoreContract.patience)
            latches.state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }.forEach { $0.resume(returning: false) }
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { reader in
            let isThere = latches.state.withLock { state in
                if state.unread > 0 {
                    state.unread -= 1
                    return true
                }
                state.waiting.append(reader)
                return false
            }
            if isThere { reader.resume(returning: true) }
        }
    }
}

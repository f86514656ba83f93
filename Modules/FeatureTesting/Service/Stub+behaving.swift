extension Stub {
    /// Answers all further calls with a closure.
    public func answers(_ answer: @escaping Answer) {
        state.change { $0.answer = answer }
    }

    /// Answers the next call with a closure.
    ///
    /// If this method is called several times, each closure answers one call.
    public func answersOnce(_ answer: @escaping Answer) {
        state.change { $0.next.append(answer) }
    }

    /// Returns a value from all further calls.
    public func returns(_ output: Output) {
        answers { _ in output }
    }

    /// Returns a value from the next call.
    public func returnsOnce(_ output: Output) {
        answersOnce { _ in output }
    }

    /// Throws an error from all further calls.
    public func fails(with error: any Error) {
        answers { _ in throw error }
    }

    /// Throws an error from the next call.
    public func failsOnce(with error: any Error) {
        answersOnce { _ in throw error }
    }

    /// Delays all further calls.
    ///
    /// - Parameters:
    ///   - duration: The delay. Zero means no delay.
    ///   - clock: The clock that measures the delay, such as a ``ManualClock``.
    public func takes(_ duration: Duration, by clock: any Clock<Duration>) {
        state.change { $0.pause = { if duration > .zero { try await clock.sleep(for: duration) } } }
    }

    /// Holds all further calls until the test answers them.
    ///
    /// ``call(_:patience:sourceLocation:)`` returns a held call.
    ///
    /// - Parameter heedsCancellation: If `true`, a held call throws `CancellationError` when its task is cancelled. If
    ///   `false`, the call keeps waiting, like a service that ignores cancellation.
    public func holds(heedingCancellation heedsCancellation: Bool = true) {
        state.change { $0.hold = heedsCancellation }
    }

    /// Stops holding calls.
    ///
    /// The held calls proceed.
    public func releases() {
        state.change { state in
            state.hold = nil
            for number in state.inputs.indices.map({ $0 + 1 }) where state.decisions[number] == nil {
                state.decisions[number] = .proceeds
            }
        }
    }
}

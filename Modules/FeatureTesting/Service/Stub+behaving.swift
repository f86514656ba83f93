extension Stub {
    /// Answers all further calls with a closure.
    public func answers(_ answer: @escaping Answer) {
        state.change { $0.answer = answer }
    }

    /// Answers the next call with a closure; repeated use queues one closure per call.
    public func answersOnce(_ answer: @escaping Answer) {
        state.change { $0.next.append(answer) }
    }

    /// Returns this from all further calls.
    public func returns(_ output: Output) {
        answers { _ in output }
    }

    /// Returns this from the next call.
    public func returnsOnce(_ output: Output) {
        answersOnce { _ in output }
    }

    /// Fails all further calls.
    public func fails(with error: any Error) {
        answers { _ in throw error }
    }

    /// Fails the next call.
    public func failsOnce(with error: any Error) {
        answersOnce { _ in throw error }
    }

    /// Delays all further calls.
    ///
    /// - Parameters:
    ///   - duration: The delay; zero for none.
    ///   - clock: Measures the delay, such as a ``ManualClock``.
    public func takes(_ duration: Duration, by clock: any Clock<Duration>) {
        state.change { $0.pause = { if duration > .zero { try await clock.sleep(for: duration) } } }
    }

    /// Holds all further calls until the test answers them; see ``call(_:patience:sourceLocation:)``.
    ///
    /// - Parameter heedsCancellation: Whether a held call throws `CancellationError` when its task is cancelled. If
    ///   not, it keeps waiting, like a service that ignores cancellation.
    public func holds(heedingCancellation heedsCancellation: Bool = true) {
        state.change { $0.hold = heedsCancellation }
    }

    /// Stops holding calls, and lets the held ones proceed.
    public func releases() {
        state.change { state in
            state.hold = nil
            for number in state.inputs.indices.map({ $0 + 1 }) where state.decisions[number] == nil {
                state.decisions[number] = .proceeds
            }
        }
    }
}

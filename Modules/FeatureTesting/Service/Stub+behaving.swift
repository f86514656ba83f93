extension Stub {
    /// Answers calls as a closure does, from now on.
    public func answers(_ answer: @escaping Answer) {
        state.change { $0.answer = answer }
    }

    /// Answers the next call as a closure does; told several times, the next calls in this order.
    public func answersOnce(_ answer: @escaping Answer) {
        state.change { $0.next.append(answer) }
    }

    /// Returns the same from every call, from now on.
    public func returns(_ output: Output) {
        answers { _ in output }
    }

    /// Returns something else from the next call.
    public func returnsOnce(_ output: Output) {
        answersOnce { _ in output }
    }

    /// Fails every call, from now on.
    public func fails(with error: any Error) {
        answers { _ in throw error }
    }

    /// Fails the next call.
    public func failsOnce(with error: any Error) {
        answersOnce { _ in throw error }
    }

    /// Takes a time for every call that comes from now on.
    ///
    /// - Parameters:
    ///   - duration: How long; zero to answer at once again.
    ///   - clock: What measures it, such as a ``ManualClock``.
    public func takes(_ duration: Duration, by clock: any Clock<Duration>) {
        state.change { $0.pause = { if duration > .zero { try await clock.sleep(for: duration) } } }
    }

    /// Lets every call that comes from now on wait for the test to answer it, see ``call(_:patience:sourceLocation:)``.
    ///
    /// - Parameter heedsCancellation: Whether a call whose task is cancelled throws `CancellationError`; if not, it waits
    ///   on, as a service does that pays no heed.
    public func holds(heedingCancellation heedsCancellation: Bool = true) {
        state.change { $0.hold = heedsCancellation }
    }

    /// Lets calls that come from now on pass, and those that wait go on as they would have without waiting.
    public func releases() {
        state.change { state in
            state.hold = nil
            for number in state.inputs.indices.map({ $0 + 1 }) where state.decisions[number] == nil {
                state.decisions[number] = .proceeds
            }
        }
    }
}

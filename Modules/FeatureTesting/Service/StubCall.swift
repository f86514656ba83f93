/// A call of a ``Stub``, which the test answers if the stub holds its calls.
public struct StubCall<Input: Sendable, Output: Sendable>: Sendable {
    /// Which call it is, counted from 1.
    public let number: Int
    /// What the stub was called with.
    public let input: Input
    let state: Watched<Stub<Input, Output>.State>

    /// Lets the call return.
    public func answer(with output: Output) {
        decide(.answers { _ in output })
    }

    /// Lets the call fail.
    public func fail(with error: any Error) {
        decide(.answers { _ in throw error })
    }

    /// Lets the call go on as it would have without waiting.
    public func proceed() {
        decide(.proceeds)
    }

    /// The first answer counts.
    private func decide(_ decision: Stub<Input, Output>.Decision) {
        state.change { state in
            if state.decisions[number] == nil { state.decisions[number] = decision }
        }
    }
}

extension StubCall where Output == Void {
    /// Lets the call return.
    public func answer() {
        answer(with: ())
    }
}

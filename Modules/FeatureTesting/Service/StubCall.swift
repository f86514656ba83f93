/// A call of a ``Stub``; the test can answer it if the stub holds its calls.
public struct StubCall<Input: Sendable, Output: Sendable>: Sendable {
    /// The number of the call, from 1.
    public let number: Int
    /// The argument of the call.
    public let input: Input
    let state: Watched<Stub<Input, Output>.State>

    /// Makes the call return.
    public func answer(with output: Output) {
        decide(.answers { _ in output })
    }

    /// Makes the call fail.
    public func fail(with error: any Error) {
        decide(.answers { _ in throw error })
    }

    /// Lets the call proceed as if it had not been held.
    public func proceed() {
        decide(.proceeds)
    }

    /// Decides the call; only the first decision counts.
    private func decide(_ decision: Stub<Input, Output>.Decision) {
        state.change { state in
            if state.decisions[number] == nil { state.decisions[number] = decision }
        }
    }
}

extension StubCall where Output == Void {
    /// Makes the call return.
    public func answer() {
        answer(with: ())
    }
}

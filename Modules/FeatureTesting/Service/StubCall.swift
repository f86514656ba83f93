/// A call of a ``Stub``.
///
/// The test can answer the call if the stub holds its calls.
public struct StubCall<Input: Sendable, Output: Sendable>: Sendable {
    /// The number of the call, from 1.
    public let number: Int
    /// The argument of the call.
    public let input: Input
    let state: Watched<Stub<Input, Output>.State>

    /// Returns a value from the call.
    public func answer(with output: Output) {
        decide(.answers { _ in output })
    }

    /// Throws an error from the call.
    public func fail(with error: any Error) {
        decide(.answers { _ in throw error })
    }

    /// Continues the call as if the stub had not held it.
    public func proceed() {
        decide(.proceeds)
    }

    /// Sets the outcome of the call.
    ///
    /// Only the first call of this method has an effect.
    private func decide(_ decision: Stub<Input, Output>.Decision) {
        state.change { state in
            if state.decisions[number] == nil { state.decisions[number] = decision }
        }
    }
}

extension StubCall where Output == Void {
    /// Returns from the call.
    public func answer() {
        answer(with: ())
    }
}

import FeatureKit
public import Testing

extension Stub {
    /// Waits for a call.
    ///
    /// - Parameters:
    ///   - number: Which, counted from 1.
    ///   - patience: How long to wait for it, in real time.
    ///   - sourceLocation: Where a failure is reported.
    /// - Returns: The call, which the test can answer if it ``holds(heedingCancellation:)``.
    /// - Throws: If it does not come, after an issue was recorded.
    @discardableResult
    public func call(
        _ number: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StubCall<Input, Output> {
        let hasCome: @Sendable (State) -> Bool = { $0.inputs.count >= number }
        if !hasCome(state.value) {
            _ = await patiently(patience) { [state] in await state.wait(until: hasCome) ? true : nil }
            try Task.checkCancellation()
        }
        let inputs = inputs
        guard inputs.count >= number else {
            Issue.record(
                """
                Call \(number) of a stub did not come within \(patience.fieldText); it was called \(inputs.count) times.
                Nothing asks the service for it, or what asks waits for something else before.
                """, sourceLocation: sourceLocation)
            throw TestStopped()
        }
        return StubCall(number: number, input: inputs[number - 1], state: state)
    }
}

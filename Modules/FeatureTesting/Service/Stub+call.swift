import FeatureKit
public import Testing

extension Stub {
    /// Waits for a call.
    ///
    /// - Parameters:
    ///   - number: The number of the call, from 1.
    ///   - patience: The maximum real time to wait for the call.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Returns: The call. The test can answer it if the stub ``holds(heedingCancellation:)`` calls.
    /// - Throws: An error that ends the test, after recording an issue, if the call does not arrive in time.
    @discardableResult
    public func call(
        _ number: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StubCall<Input, Output> {
        let hasCome: @Sendable (State) -> Bool = { $0.inputs.count >= number }
        if !hasCome(state.value) {
            _ = await withTimeLimit(patience) { [state] in await state.wait(until: hasCome) ? true : nil }
            try Task.checkCancellation()
        }
        let inputs = inputs
        guard inputs.count >= number else {
            Issue.record(
                """
                Call \(number) of a stub did not arrive within \(patience.fieldText); calls so far: \(inputs.count).
                The feature does not call the service, or it waits for something else first.
                """, sourceLocation: sourceLocation)
            throw TestStopped()
        }
        return StubCall(number: number, input: inputs[number - 1], state: state)
    }
}

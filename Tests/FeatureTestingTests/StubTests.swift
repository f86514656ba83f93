import FeatureTesting
import Testing

/// Tests of stubs for the methods of a service.
@Suite(.timeLimit(.minutes(5))) struct StubTests {
    struct Flooded: Error {}

    let clock = ManualClock()
    let stub = Stub<Int, String> { "\($0)" }

    @Test func `a stub answers with the closure or value of its initializer and records its arguments`() async throws {
        #expect(try await stub(1) == "1")
        #expect(try await stub(2) == "2")
        #expect(stub.inputs == [1, 2] && stub.callCount == 2)
        #expect(try await Stub<Void, String>(returning: "x")() == "x")
        try await Stub<String, Void>()("y")
    }

    @Test func `a test sets the value or the error of all further calls`() async throws {
        stub.returns("x")
        #expect(try await stub(1) == "x")
        stub.fails(with: Flooded())
        for _ in 0..<2 { await #expect(throws: Flooded.self) { try await stub(1) } }
        stub.answers { "\($0 + 1)" }
        #expect(try await stub(1) == "2")
    }

    @Test func `a test sets the value or the error of each of the next calls, in order`() async throws {
        stub.failsOnce(with: Flooded())
        stub.returnsOnce("x")
        stub.answersOnce { "\($0 * 10)" }
        await #expect(throws: Flooded.self) { try await stub(1) }
        #expect(try await stub(1) == "x")
        #expect(try await stub(1) == "10")
        #expect(try await stub(1) == "1")
    }

    @Test func `a stub delays calls by a clock until the test removes the delay`() async throws {
        stub.takes(.seconds(2), by: clock)
        let call = Task { [stub] in try await stub(1) }
        await clock.advance(by: .seconds(2))
        #expect(try await call.value == "1")
        let cancelled = Task { [stub] in try await stub(1) }
        await clock.sleepers()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        stub.takes(.zero, by: clock)
        #expect(try await stub(1) == "1")
    }

    @Test func `a test can answer held calls in any order`() async throws {
        stub.holds()
        stub.returnsOnce("first")
        var tasks: [Task<String, any Error>] = []
        for number in 1...4 {
            tasks.append(Task { [stub] in try await stub(number) })
            let call = try await stub.call(number)
            #expect(call.number == number && call.input == number)
        }
        try await stub.call(4).answer(with: "x")
        // The first answer to a call counts. Later answers have no effect.
        try await stub.call(4).fail(with: Flooded())
        #expect(try await tasks[3].value == "x")
        try await stub.call(2).fail(with: Flooded())
        await #expect(throws: Flooded.self) { try await tasks[1].value }
        try await stub.call(1).proceed()
        #expect(try await tasks[0].value == "first")
        stub.releases()
        #expect(try await tasks[2].value == "3")
        #expect(try await stub(5) == "5")
    }

    @Test func `cancelling a held call ends the call, unless the stub ignores cancellation`() async throws {
        stub.holds()
        let heeding = Task { [stub] in try await stub(1) }
        try await stub.call(1)
        heeding.cancel()
        await #expect(throws: CancellationError.self) { try await heeding.value }
        stub.holds(heedingCancellation: false)
        let careless = Task { [stub] in try await stub(2) }
        let call = try await stub.call(2)
        careless.cancel()
        call.answer(with: "x")
        #expect(try await careless.value == "x")
    }

    @Test func `waiting for a missing call records an issue and ends the test`() async throws {
        _ = try await stub(1)
        let messages = try await recordedIssues {
            let error = await #expect(throws: (any Error).self) {
                try await stub.call(2, patience: .milliseconds(1))
            }
            #expect(error.map { "\($0)" } == "the test cannot continue; the previous issue gives the reason")
        }
        #expect(
            messages == [
                """
                Call 2 of a stub did not arrive within 1ms; calls so far: 1.
                The feature does not call the service, or it waits for something else first.
                """
            ])
    }
}

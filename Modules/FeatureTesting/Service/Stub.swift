/// What stands in for a service's method: it answers, fails, takes its time or waits for the test, as the test says.
///
/// A fake service holds one for each method, and a test says in one line how it behaves from now on:
///
/// ```swift
/// struct StubGameService: GameService {
///     let load = Stub<GameTitle, Game>(returning: Game.sample)
///     func game(_ title: GameTitle) async throws -> Game { try await load(title) }
/// }
///
/// service.load.fails(with: Closed())                      // always, until it is told otherwise
/// service.load.failsOnce(with: Closed())                  // the next call alone
/// service.load.takes(.seconds(2), by: clock)              // a slow one
/// service.load.holds()                                    // each call waits for the test, which answers in any order:
/// let (first, second) = try await (service.load.call(1), service.load.call(2))
/// second.answer(with: [rex])
/// first.fail(with: Closed())
/// ```
///
/// `Input` is what the method is given, `Void` for nothing and a tuple for several things. Safe to use from any task.
///
/// ## Topics
/// - ``init(returning:)``
/// - ``init(_:)``
/// - ``returns(_:)``
/// - ``returnsOnce(_:)``
/// - ``fails(with:)``
/// - ``failsOnce(with:)``
/// - ``takes(_:by:)``
/// - ``holds(heedingCancellation:)``
/// - ``call(_:patience:sourceLocation:)``
/// - ``StubCall``
public final class Stub<Input: Sendable, Output: Sendable>: Sendable {
    /// What answers a call.
    public typealias Answer = @Sendable (Input) async throws -> Output

    enum Decision {
        /// To go on as without waiting.
        case proceeds
        case answers(Answer)
    }

    struct State {
        var inputs: [Input] = []
        var answer: Answer
        /// What answers the next calls, one each.
        var next: [Answer] = []
        var pause: @Sendable () async throws -> Void = {}
        /// Whether calls wait for the test, and if so whether they go on when their task is cancelled.
        var hold: Bool?
        /// What the test has answered to calls that wait, by their numbers.
        var decisions: [Int: Decision] = [:]
    }

    let state: Watched<State>

    /// Creates a stub that answers as a closure does.
    public init(_ answer: @escaping Answer) {
        state = Watched(State(answer: answer))
    }

    /// Creates a stub that always returns the same.
    public convenience init(returning output: Output) {
        self.init { _ in output }
    }

    /// What it was called with so far, in order.
    public var inputs: [Input] { state.value.inputs }

    /// How often it was called so far.
    public var callCount: Int { state.value.inputs.count }

    /// Answers a call: what the fake service's method does.
    ///
    /// - Throws: What the stub was told to throw; `CancellationError` if the task is cancelled while it waits.
    public func callAsFunction(_ input: Input) async throws -> Output {
        let (number, answer, pause, hold) = state.change { state in
            state.inputs.append(input)
            let answer = state.next.isEmpty ? state.answer : state.next.removeFirst()
            return (state.inputs.count, answer, state.pause, state.hold)
        }
        if let heedsCancellation = hold {
            let isDecided: @Sendable (State) -> Bool = { $0.decisions[number] != nil }
            guard await state.wait(heedsCancellation: heedsCancellation, until: isDecided) else {
                throw CancellationError()
            }
            if case .answers(let decided) = state.value.decisions[number] { return try await decided(input) }
        }
        try await pause()
        return try await answer(input)
    }
}

extension Stub where Input == Void {
    /// Answers a call: what the fake service's method does.
    ///
    /// - Throws: What the stub was told to throw; `CancellationError` if the task is cancelled while it waits.
    public func callAsFunction() async throws -> Output {
        try await callAsFunction(())
    }
}

extension Stub where Output == Void {
    /// Creates a stub that lets every call pass.
    public convenience init() {
        self.init { _ in }
    }
}

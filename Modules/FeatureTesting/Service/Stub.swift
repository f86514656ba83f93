/// Replaces one method of a service.
///
/// The test decides whether a call of the stub returns, throws, takes time or waits.
///
/// A stub service has one `Stub` per method. A test sets the behaviour of a stub in one line:
///
/// ```swift
/// struct StubGameService: GameService {
///     let load = Stub<GameTitle, Game>(returning: Game.sample)
///     func game(_ title: GameTitle) async throws -> Game { try await load(title) }
/// }
///
/// service.load.fails(with: Closed())                      // every call from now on
/// service.load.failsOnce(with: Closed())                  // only the next call
/// service.load.takes(.seconds(2), by: clock)              // every call takes two seconds
/// service.load.holds()                                    // every call waits until the test answers it
/// let (first, second) = try await (service.load.call(1), service.load.call(2))
/// second.answer(with: [rex])
/// first.fail(with: Closed())
/// ```
///
/// `Input` is the type of the method's argument: `Void` for no argument, a tuple for several. Any task may use a stub.
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
    /// A closure that answers a call.
    public typealias Answer = @Sendable (Input) async throws -> Output

    enum Decision {
        /// Continues as if the call had not been held.
        case proceeds
        case answers(Answer)
    }

    struct State {
        var inputs: [Input] = []
        var answer: Answer
        /// The answers to the next calls, one answer per call.
        var next: [Answer] = []
        var pause: @Sendable () async throws -> Void = {}
        /// Whether a held call ends when its task is cancelled.
        ///
        /// The value is `nil` if the stub does not hold calls.
        var hold: Bool?
        /// The test's answers to held calls, keyed by call number.
        var decisions: [Int: Decision] = [:]
    }

    let state: Watched<State>

    /// Creates a stub that answers with a closure.
    public init(_ answer: @escaping Answer) {
        state = Watched(State(answer: answer))
    }

    /// Creates a stub that returns a value from every call.
    public convenience init(returning output: Output) {
        self.init { _ in output }
    }

    /// The arguments of all calls so far, in order.
    public var inputs: [Input] { state.value.inputs }

    /// The number of calls so far.
    public var callCount: Int { state.value.inputs.count }

    /// Answers a call.
    ///
    /// The method of the stub service calls this function.
    ///
    /// - Throws: The error that the test gave to the stub; `CancellationError` if the task is cancelled while the call
    ///   is held.
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
    /// Answers a call.
    ///
    /// The method of the stub service calls this function.
    ///
    /// - Throws: The error that the test gave to the stub; `CancellationError` if the task is cancelled while the call
    ///   is held.
    public func callAsFunction() async throws -> Output {
        try await callAsFunction(())
    }
}

extension Stub where Output == Void {
    /// Creates a stub whose calls return nothing.
    public convenience init() {
        self.init { _ in }
    }
}

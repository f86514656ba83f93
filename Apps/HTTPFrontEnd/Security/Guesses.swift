import FeatureKit
import HTTPConnections
import Synchronization

/// Limits how often each client address may present a wrong access token.
///
/// An address from which a right token has come may present this token at any time. So clients that share an address with
/// a guesser stay connected. Any other token counts, also a right one: somebody with a token cannot guess another one.
final class Guesses: Sendable {
    /// The outcome of presenting a token.
    enum Outcome: Sendable, Hashable {
        /// The token is right.
        case accepted
        /// The token is wrong.
        case wrong
        /// The address has guessed too often. The outcome does not tell whether the token is right.
        ///
        /// - pause: The time after which the address may guess again.
        /// - isFirst: Whether this is the address's first refusal since its last guess.
        case refused(pause: Duration, isFirst: Bool)
    }

    /// The maximum number of guesses of an address within ``period``.
    static let limit = 10
    /// The time after which a guess no longer counts.
    static let period = Duration.seconds(60)
    /// The maximum number of addresses whose guesses are remembered.
    ///
    /// Beyond it, the address that has not guessed for the longest time is forgotten.
    static let addressLimit = 10_000

    fileprivate struct Entry {
        /// The times of the guesses, oldest first.
        var times: [Duration] = []
        var wasRefused = false

        /// Returns the time after which the address may guess again; `nil` if it may now.
        func pause(at now: Duration) -> Duration? {
            let recent = times.filter { now - $0 < Guesses.period }
            guard recent.count >= Guesses.limit, let oldest = recent.first else { return nil }
            return oldest + Guesses.period - now
        }
    }

    /// A right token and an address from which it has come.
    fileprivate struct Origin: Hashable {
        let token: AccessTokens.Digest
        let address: ClientAddress
    }

    fileprivate struct State {
        var guesses: [ClientAddress: Entry] = [:]
        var trusted = RecentValues<Origin>(limit: Guesses.addressLimit)
    }

    private let state = Mutex(State())
    private let elapsed: @Sendable () -> Duration

    /// Creates the limits of a host that no client has guessed at yet.
    init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

    /// Takes the last guess of an address back.
    func takeBack(_ address: ClientAddress) { state.withLock { _ = $0.guesses[address]?.times.popLast() } }

    /// Decides about a presented token.
    ///
    /// - Parameters:
    ///   - token: The token; `nil` for a wrong one.
    ///   - address: The address that presents it.
    func note(_ token: AccessTokens.Digest?, from address: ClientAddress) -> Outcome {
        let origin = token.map { Origin(token: $0, address: address) }
        return state.withLock { state in
            if let origin, state.trusted.knows(origin) { return .accepted }
            let now = elapsed()
            var entry = state.guesses[address] ?? Entry()
            entry.times.removeAll { now - $0 >= Guesses.period }
            if let pause = entry.pause(at: now) {
                defer { state.guesses[address]?.wasRefused = true }
                return .refused(pause: pause, isFirst: !entry.wasRefused)
            }
            if let origin {
                state.trusted.use(origin)
                return .accepted
            }
            state.makeRoom(for: address, at: now)
            state.guesses[address] = Entry(times: entry.times + [now])
            return .wrong
        }
    }
}

extension Guesses.State {
    /// Forgets guesses that no longer count, or else those of one address, if the table is full.
    fileprivate mutating func makeRoom(for address: ClientAddress, at now: Duration) {
        guard guesses[address] == nil, guesses.count >= Guesses.addressLimit else { return }
        func age(_ entry: Guesses.Entry) -> Duration { now - (entry.times.last ?? .zero) }
        guesses = guesses.filter { age($0.value) < Guesses.period }
        guard guesses.count >= Guesses.addressLimit else { return }
        if let oldest = guesses.max(by: { age($0.value) < age($1.value) }) { guesses[oldest.key] = nil }
    }
}

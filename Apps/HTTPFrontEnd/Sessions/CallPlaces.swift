/// Counts the calls of actions that wait or run, until they end: also those whose client has gone.
///
/// A stop button must get through beside the calls that fill its address's share: an urgent call may use three quarters of
/// the room that is left beside it. The last quarter is for other addresses.
struct CallPlaces: Sendable {
    /// Counts every call.
    private let all: Shares
    /// Counts the calls that are not urgent.
    private let ordinary: Shares
    private let log: LimitLog

    init(limits: Shares.Limits, log: LimitLog) {
        let rest = limits.all - limits.address
        all = Shares(Shares.Limits(all: limits.all, address: limits.address + max(min(rest, 1), rest * 3 / 4)))
        ordinary = Shares(limits)
        self.log = log
    }

    /// Runs a call if there is room for it.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - isUrgent: Whether the call may go beyond its address's share.
    ///   - call: The call.
    /// - Throws: ``Problem`` (503) when there is no room, and what the call throws.
    func counting<Result>(
        _ address: ClientAddress, isUrgent: Bool = false, _ call: () async throws -> Result
    ) async throws -> Result {
        if let refusal = all.take(for: address) { throw noRoom(refusal, all.limits) }
        defer { all.give(of: address) }
        guard !isUrgent else { return try await call() }
        if let refusal = ordinary.take(for: address) { throw noRoom(refusal, ordinary.limits) }
        defer { ordinary.give(of: address) }
        return try await call()
    }

    private func noRoom(_ refusal: Shares.Refusal, _ limits: Shares.Limits) -> Problem {
        switch refusal {
        case .address:
            log.note(Settings.addressCallLimit, ordinary.limits.address)
            return .noRoom("\(limits.address) calls from your address are under way; wait for one of them")
        case .all:
            log.note(Settings.callLimit, limits.all)
            return .noRoom("\(limits.all) calls are under way, as many as this host runs; try again later")
        }
    }
}

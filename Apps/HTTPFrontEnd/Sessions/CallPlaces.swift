import HTTPConnections

/// Counts the waiting and running calls of actions.
///
/// A call counts until it ends, even if its client disconnects.
///
/// Each client address has a share of the calls. A stop button must work even if the whole share is in use, so an
/// urgent call may exceed the share. Together, the urgent calls of an address may use three quarters of the calls that
/// do not belong to the share. The remaining quarter is reserved for other addresses.
struct CallPlaces: Sendable {
    /// Counts all calls.
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

    /// Makes a call if no limit is reached.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - isUrgent: Whether the call may exceed its address's share.
    ///   - call: The call.
    /// - Throws: ``Problem`` (503) if a limit is reached, and any error of the call.
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
            log.note(.addressCallLimit, ordinary.limits.address)
            return .noRoom("\(limits.address) calls from your address are running; wait until one of them ends")
        case .all:
            log.note(.callLimit, limits.all)
            return .noRoom("\(limits.all) calls are running, the limit of this host; try again later")
        }
    }
}

/// Counts the calls of actions that wait or run, until they end: also those whose client has gone.
struct CallPlaces: Sendable {
    let shares: Shares
    let log: LimitLog

    /// Runs a call if there is room for it.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - isUrgent: Whether it may use the room that is kept from its address for others: a stop button must get through.
    ///   - call: The call.
    /// - Throws: ``Problem`` (503) when there is no room, and what the call throws.
    func counting<Result>(
        _ address: ClientAddress, isUrgent: Bool = false, _ call: () async throws -> Result
    ) async throws -> Result {
        let owner = isUrgent ? ClientAddress.unknown : address
        if let refusal = shares.take(for: owner) { throw noRoom(refusal) }
        defer { shares.give(of: owner) }
        return try await call()
    }

    private func noRoom(_ refusal: Shares.Refusal) -> Problem {
        switch refusal {
        case .address:
            log.note(Settings.addressCallLimit, shares.limits.address)
            return .noRoom("\(shares.limits.address) calls from your address are under way; wait for one of them")
        case .all:
            log.note(Settings.callLimit, shares.limits.all)
            return .noRoom("\(shares.limits.all) calls are under way, as many as this host runs; try again later")
        }
    }
}

import FeatureKit
import HTTPConnections

/// A running session of a ``SessionPool``, with its use.
struct PooledSession {
    /// The time that a session must be unused before it may end for a client whose address holds as many sessions.
    static let restBeforeEviction = Duration.seconds(60)

    let live: LiveSession
    /// The address of the client that opened the session.
    let address: ClientAddress
    /// The key of the person who began the session; `nil` if nobody was known.
    let person: [UInt8]?
    var lastUse: Duration
    /// Since when calls run without a break, as the pool has seen it; `nil` if none runs.
    var busySince: Duration?
    var watchers = 0
    /// The notices for the next page of the person who performed the action, by the person's key.
    ///
    /// The other viewers have already received these notices.
    var notices: [(person: [UInt8]?, notice: Notice)] = []

    var session: Session { live.session }

    /// Whether the session was opened for a page.
    ///
    /// The person at the page can open such a session again.
    fileprivate var isOfPage: Bool { live.browser != nil }

    /// Whether nobody watches the session and no action runs in it.
    fileprivate var isUnused: Bool { watchers == 0 && !live.isPerforming }
}

extension PooledSession {
    /// The longest time for which running calls keep an unwatched session.
    private static let busyLimit = Duration.seconds(3600)

    /// Lets running calls count as use, for at most an hour.
    mutating func noteCalls(at now: Duration) {
        guard live.isPerforming else { return busySince = nil }
        busySince = busySince ?? now
        if let busySince, now - busySince < Self.busyLimit { lastUse = now }
    }
}

extension [String: PooledSession] {
    /// Returns the id of the session that ends to make room for a new one; `nil` if none may end.
    ///
    /// Only an unused session may end. At the limit of all sessions, it is one of the address that holds the most, if these
    /// are at least two more than the newcomer's; otherwise one that rests, of an address that holds no less than the
    /// newcomer's. At the limit of an address, it is one of the address's own: a page's session at once, another session if
    /// it rests. Among several, it is the one that was not used for the longest time.
    ///
    /// - Parameters:
    ///   - newcomer: The address of the client that opens a session.
    ///   - refusal: The limit that is reached.
    ///   - places: Counts the sessions of each address.
    ///   - now: The time.
    func leaving(
        for newcomer: ClientAddress, at refusal: Shares.Refusal, in places: Shares, now: Duration
    ) -> String? {
        let unused = filter(\.value.isUnused)
        func longestUnused(where fits: (PooledSession) -> Bool) -> String? {
            unused.filter { fits($0.value) }.min { $0.value.lastUse < $1.value.lastUse }?.key
        }
        func rests(_ entry: PooledSession) -> Bool { now - entry.lastUse >= PooledSession.restBeforeEviction }
        switch refusal {
        case .address:
            return longestUnused { $0.address == newcomer && $0.isOfPage }
                ?? longestUnused { $0.address == newcomer && rests($0) }
        case .all:
            let own = places.held(by: newcomer)
            let addresses = Set(unused.values.map(\.address))
            let held = [ClientAddress: Int](uniqueKeysWithValues: addresses.map { ($0, places.held(by: $0)) })
            let crowded = held.filter { $0.value >= own + 2 }.max { $0.value < $1.value }
            return crowded.flatMap { crowded in longestUnused { $0.address == crowded.key } }
                ?? longestUnused { rests($0) && held[$0.address, default: 0] >= own }
        }
    }
}

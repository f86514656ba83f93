/// Tracks a pool's connections and the calls that wait for one.
///
/// It decides; the pool opens, closes and resumes.
///
/// A connection is idle, leased or being opened; the total never exceeds ``limit``. Calls are served in order of
/// arrival.
package struct PoolLedger<Connection, Waiter> {
    /// The most connections at a time, from 1.
    package let limit: Int
    /// How many connections are in use.
    package private(set) var leased = 0
    /// How many connections are being opened.
    package private(set) var opening = 0
    /// The unused connections, the most recently used one last.
    package private(set) var idle: [Connection] = []
    private var waiting: [(key: Int, waiter: Waiter)] = []

    /// Creates the ledger of a pool without connections.
    package init(limit: Int) { self.limit = limit }

    /// How many calls wait.
    package var waitingCount: Int { waiting.count }

    /// Leases an idle connection, if there is one.
    package mutating func lease() -> Connection? {
        guard let connection = idle.popLast() else { return nil }
        leased += 1
        return connection
    }

    /// Adds a call to the end of the queue.
    package mutating func wait(_ waiter: Waiter, key: Int) { waiting.append((key, waiter)) }

    /// Changes a waiting call.
    ///
    /// - Returns: Whether the call still waits.
    package mutating func update(_ key: Int, _ change: (inout Waiter) -> Void) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.key == key }) else { return false }
        change(&waiting[index].waiter)
        return true
    }

    /// Removes a call that stops waiting; `nil` if it was served before.
    package mutating func giveUp(_ key: Int) -> Waiter? {
        waiting.firstIndex { $0.key == key }.map { waiting.remove(at: $0).waiter }
    }

    /// Leases an idle connection to the first call in the queue.
    package mutating func serve() -> (waiter: Waiter, connection: Connection)? {
        guard !waiting.isEmpty, let connection = lease() else { return nil }
        return (waiting.removeFirst().waiter, connection)
    }

    /// Takes a connection back.
    ///
    /// - Parameters:
    ///   - connection: A leased connection.
    ///   - isUsable: Whether another call can use it.
    ///   - isLost: Whether its link to the server broke. The idle connections have then broken too.
    /// - Returns: The connections to close.
    package mutating func giveBack(_ connection: Connection, isUsable: Bool, isLost: Bool) -> [Connection] {
        leased -= 1
        if isUsable { idle.append(connection) } else if !isLost { return [connection] }
        guard isLost else { return [] }
        defer { idle = [] }
        return isUsable ? idle : idle + [connection]
    }

    /// Counts new connections to open for the waiting calls, within the limit.
    ///
    /// - Returns: How many to open.
    package mutating func beginOpening() -> Int {
        let room = limit - idle.count - leased - opening
        let count = max(0, min(room, waiting.count - opening))
        opening += count
        return count
    }

    /// Adds a connection that has opened.
    package mutating func opened(_ connection: Connection) {
        opening -= 1
        idle.append(connection)
    }

    /// Records that a connection failed to open.
    ///
    /// While connections are in use, a full server fails no call: the next returned connection serves it.
    ///
    /// - Parameter isFull: Whether the server accepts no further connections.
    /// - Returns: The calls to fail: all of them if no connection is in use or being opened, else the first.
    package mutating func failedToOpen(isFull: Bool) -> [Waiter] {
        opening -= 1
        let isLast = leased == 0 && opening == 0
        guard isLast || !isFull else { return [] }
        let failed = waiting.prefix(isLast ? waiting.count : 1).map(\.waiter)
        waiting.removeFirst(failed.count)
        return failed
    }
}

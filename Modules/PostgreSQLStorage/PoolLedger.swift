/// Which connections a pool has and which calls wait for one: decides, and leaves opening, closing and resuming to the pool.
///
/// A connection is idle, leased or being opened; there are never more than ``limit`` together. Calls are served in the order
/// in which they came.
package struct PoolLedger<Connection, Waiter> {
    /// How many connections there may be, from 1.
    package let limit: Int
    /// How many connections are in use.
    package private(set) var leased = 0
    /// How many connections are being opened.
    package private(set) var opening = 0
    /// The connections that nobody uses, the last used one last.
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

    /// Lets a call wait, after those that wait already.
    package mutating func wait(_ waiter: Waiter, key: Int) { waiting.append((key, waiter)) }

    /// Changes a call that waits.
    ///
    /// - Returns: Whether the call still waits.
    package mutating func update(_ key: Int, _ change: (inout Waiter) -> Void) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.key == key }) else { return false }
        change(&waiting[index].waiter)
        return true
    }

    /// Takes a call out that waits no longer; `nil` if it was served before.
    package mutating func giveUp(_ key: Int) -> Waiter? {
        waiting.firstIndex { $0.key == key }.map { waiting.remove(at: $0).waiter }
    }

    /// Leases an idle connection to the call that waits for longest.
    package mutating func serve() -> (waiter: Waiter, connection: Connection)? {
        guard !waiting.isEmpty, let connection = lease() else { return nil }
        return (waiting.removeFirst().waiter, connection)
    }

    /// Takes a connection back.
    ///
    /// - Parameters:
    ///   - connection: One that was leased.
    ///   - isUsable: Whether another call can use it.
    ///   - isLost: Whether its link to the server broke: then the idle ones have broken too.
    /// - Returns: The connections to close.
    package mutating func giveBack(_ connection: Connection, isUsable: Bool, isLost: Bool) -> [Connection] {
        leased -= 1
        if isUsable { idle.append(connection) } else if !isLost { return [connection] }
        guard isLost else { return [] }
        defer { idle = [] }
        return isUsable ? idle : idle + [connection]
    }

    /// Begins to open connections for the calls that wait, as far as the limit allows.
    ///
    /// - Returns: How many to open.
    package mutating func beginOpening() -> Int {
        let room = limit - idle.count - leased - opening
        let count = max(0, min(room, waiting.count - opening))
        opening += count
        return count
    }

    /// Adds a connection whose opening has succeeded.
    package mutating func opened(_ connection: Connection) {
        opening -= 1
        idle.append(connection)
    }

    /// Takes note of an opening that has failed.
    ///
    /// While connections are in use, a full server fails no call: the next connection that is given back serves.
    ///
    /// - Parameter isFull: Whether the server has no room for another connection.
    /// - Returns: The calls to fail: all if no connection is in use or being opened, else the first.
    package mutating func failedToOpen(isFull: Bool) -> [Waiter] {
        opening -= 1
        let isLast = leased == 0 && opening == 0
        guard isLast || !isFull else { return [] }
        let failed = waiting.prefix(isLast ? waiting.count : 1).map(\.waiter)
        waiting.removeFirst(failed.count)
        return failed
    }
}

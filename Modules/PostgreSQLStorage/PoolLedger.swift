/// Keeps track of a pool's connections and of the calls that wait for a connection.
///
/// The ledger only makes the decisions. The pool opens and closes the connections and resumes the calls.
///
/// A connection is idle, leased or being opened. The number of all connections never exceeds ``limit``. Calls are
/// served in order of arrival, but reads never lease the last connection: it is reserved for writes.
package struct PoolLedger<Connection, Waiter> {
    /// The maximum number of connections, at least 1.
    package let limit: Int
    /// The number of leased connections.
    package private(set) var leased = 0
    /// The number of connections that are leased for reads.
    private var reading = 0
    /// The number of connections that are being opened.
    package private(set) var opening = 0
    /// The idle connections.
    ///
    /// The last element is the most recently used connection.
    package private(set) var idle: [Connection] = []
    private var waiting: [(key: Int, waiter: Waiter, isRead: Bool)] = []

    /// Creates the ledger of a pool that has no connections yet.
    package init(limit: Int) { self.limit = limit }

    /// The number of calls that wait for a connection.
    package var waitingCount: Int { waiting.count }

    /// The number of connections that reads may still lease.
    private var readRoom: Int { max(1, limit - 1) - reading }

    /// Leases an idle connection.
    ///
    /// Returns `nil` if no connection is idle, or if the reads have all connections that they may lease.
    package mutating func lease(isRead: Bool = false) -> Connection? {
        guard !isRead || readRoom > 0, let connection = idle.popLast() else { return nil }
        leased += 1
        if isRead { reading += 1 }
        return connection
    }

    /// Adds a call to the end of the queue.
    package mutating func wait(_ waiter: Waiter, key: Int, isRead: Bool = false) {
        waiting.append((key, waiter, isRead))
    }

    /// Changes a call in the queue.
    ///
    /// - Returns: `true` if the call is in the queue, `false` if the call was served or gave up.
    package mutating func update(_ key: Int, _ change: (inout Waiter) -> Void) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.key == key }) else { return false }
        change(&waiting[index].waiter)
        return true
    }

    /// Removes a call that stops waiting.
    ///
    /// Returns `nil` if the call was already served.
    package mutating func giveUp(_ key: Int) -> Waiter? {
        waiting.firstIndex { $0.key == key }.map { waiting.remove(at: $0).waiter }
    }

    /// Leases an idle connection to the first call in the queue that may lease one.
    package mutating func serve() -> (waiter: Waiter, connection: Connection)? {
        let first = waiting.firstIndex { !$0.isRead || readRoom > 0 }
        guard let first, let connection = lease(isRead: waiting[first].isRead) else { return nil }
        return (waiting.remove(at: first).waiter, connection)
    }

    /// Takes back a leased connection.
    ///
    /// - Parameters:
    ///   - connection: A leased connection.
    ///   - isUsable: Whether another call can use the connection.
    ///   - isLost: Whether the connection to the server broke. All idle connections then count as broken too.
    ///   - isRead: Whether the connection was leased for a read.
    /// - Returns: The connections that the pool must close.
    package mutating func giveBack(
        _ connection: Connection, isUsable: Bool, isLost: Bool, isRead: Bool = false
    ) -> [Connection] {
        leased -= 1
        if isRead { reading -= 1 }
        if isUsable { idle.append(connection) } else if !isLost { return [connection] }
        guard isLost else { return [] }
        defer { idle = [] }
        return isUsable ? idle : idle + [connection]
    }

    /// Determines how many new connections the waiting calls need, within the limit, and counts them as being opened.
    ///
    /// - Returns: The number of connections to open.
    package mutating func beginOpening() -> Int {
        let room = limit - idle.count - leased - opening
        let reads = waiting.count(where: \.isRead)
        let servable = waiting.count - reads + min(reads, readRoom)
        let count = max(0, min(room, servable - opening))
        opening += count
        return count
    }

    /// Adds a connection that was opened successfully as an idle connection.
    package mutating func opened(_ connection: Connection) {
        opening -= 1
        idle.append(connection)
    }

    /// Records that a connection failed to open.
    ///
    /// If the server accepts no further connections but another connection is in use or being opened, no call fails.
    /// The waiting calls then wait for that connection.
    ///
    /// - Parameter isFull: Whether the server accepts no further connections.
    /// - Returns: The calls that must fail. If no connection is in use or being opened, all waiting calls must fail. If
    ///   another connection is in use or being opened and the server is not full, only the first waiting call must
    ///   fail.
    package mutating func failedToOpen(isFull: Bool) -> [Waiter] {
        opening -= 1
        let isLast = leased == 0 && opening == 0
        guard isLast || !isFull else { return [] }
        let failed = waiting.prefix(isLast ? waiting.count : 1).map(\.waiter)
        waiting.removeFirst(failed.count)
        return failed
    }
}

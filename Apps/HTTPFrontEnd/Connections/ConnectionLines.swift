import NIOCore

/// The open connections by address, and which of them gives way next.
struct ConnectionLines {
    /// Which limit a connection met.
    enum MetLimit { case address, all }

    /// What becomes of a new connection.
    struct Entry {
        let connection: Connection
        /// The channel that gives way to it.
        let leaving: (any Channel)?
        let met: MetLimit?
        /// Whether it is refused without an answer.
        let isSurplus: Bool
    }

    /// The connections of one address.
    private struct Line {
        var open: [ObjectIdentifier: Connection] = [:]
        /// Those on which no answer is under way, the longest idle first.
        var idle = LeavableQueue<Connection>()
    }

    /// How many refused connections are open at once to be answered.
    private static let refusedLimit = 16

    var limits: Connections.Limits
    /// The streams of HTTP/2 connections, which hear of nothing that their connection is told.
    var streams: [ObjectIdentifier: any Channel] = [:]
    private var count = 0
    private var refused = 0
    private var lines: [ClientAddress: Line] = [:]
    private var ranking = IdleRanking()

    init(limits: Connections.Limits) { self.limits = limits }

    /// Every channel that requests come on.
    var channels: [any Channel] {
        lines.values.flatMap { $0.open.values.compactMap(\.channel) } + streams.values
    }

    /// Counts a connection.
    mutating func enter(_ channel: any Channel, _ address: ClientAddress) -> Entry {
        var (leaving, met): ((any Channel)?, MetLimit?) = (nil, nil)
        if lines[address]?.open.count ?? 0 >= limits.address {
            met = .address
            leaving = takeIdle(of: address)
        } else if count >= limits.all {
            met = .all
            leaving = takeIdle()
        }
        let isRefused = met != nil && leaving == nil
        let connection = Connection(channel, address, isRefused: isRefused)
        if isRefused {
            refused += 1
        } else {
            count += 1
            lines[address, default: Line()].open[ObjectIdentifier(connection)] = connection
            list(connection)
        }
        return Entry(
            connection: connection, leaving: leaving, met: met,
            isSurplus: isRefused && refused > ConnectionLines.refusedLimit)
    }

    /// Notes that a request has arrived whole on a connection, or that one was answered.
    mutating func note(_ connection: Connection, isAnswering: Bool) {
        connection.note(isAnswering: isAnswering)
        if !connection.isRefused { list(connection) }
    }

    /// Notes that a connection has closed.
    mutating func leave(_ connection: Connection) {
        _ = remove(connection)
    }

    /// Takes out the longest idle connection of the address with the most idle ones.
    mutating func takeIdle() -> (any Channel)? { ranking.first.flatMap { takeIdle(of: $0) } }

    /// Takes out the longest idle connection of an address.
    private mutating func takeIdle(of address: ClientAddress) -> (any Channel)? {
        lines[address]?.idle.first().flatMap { remove($0) }
    }

    /// Takes out a connection, and returns its channel if it was counted until now.
    private mutating func remove(_ connection: Connection) -> (any Channel)? {
        guard let channel = connection.leave() else { return nil }
        guard !connection.isRefused else {
            refused -= 1
            return channel
        }
        count -= 1
        list(connection)
        lines[connection.address]?.open[ObjectIdentifier(connection)] = nil
        if lines[connection.address]?.open.isEmpty == true { lines[connection.address] = nil }
        return channel
    }

    /// Moves a connection in or out of the idle ones of its address.
    private mutating func list(_ connection: Connection) {
        let address = connection.address
        guard connection.isIdle != (connection.ticket != nil), let old = lines[address]?.idle.count else { return }
        if let ticket = connection.ticket {
            lines[address]?.idle.remove(ticket)
            connection.ticket = nil
            ranking.move(address, from: old, to: old - 1)
        } else {
            connection.ticket = lines[address]?.idle.append(connection)
            ranking.move(address, from: old, to: old + 1)
        }
    }
}

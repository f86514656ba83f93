import NIOCore

/// The open connections by address, and which of them gives way next.
struct ConnectionLines {
    /// Which limit a connection met.
    enum MetLimit { case address(Int), all(Int) }

    /// What becomes of a new connection.
    struct Entry {
        let connection: Connection
        /// The channel that gives way to it.
        let leaving: (any Channel)?
        let met: MetLimit?
        /// Whether it is refused without an answer.
        let isSurplus: Bool
    }

    /// The connections of one address, the next to give way first.
    fileprivate struct Line {
        var count = 0
        var order: [Connection] = []
    }

    /// How many refused connections are open at once to be answered.
    private static let refusedLimit = 16
    /// How many connections are looked at to find one that gives way.
    private static let search = 64

    var limits: Connections.Limits
    /// The streams of HTTP/2 connections, which hear of nothing that their connection is told.
    var streams: [ObjectIdentifier: any Channel] = [:]
    private var count = 0
    private var refused = 0
    private var lines: [ClientAddress: Line] = [:]

    init(limits: Connections.Limits) { self.limits = limits }

    /// Every channel that requests come on.
    var channels: [any Channel] {
        lines.values.flatMap { $0.order.compactMap(\.channel) } + streams.values
    }

    /// Counts a connection.
    mutating func enter(_ channel: any Channel, _ address: ClientAddress) -> Entry {
        var (leaving, met): ((any Channel)?, MetLimit?) = (nil, nil)
        if lines[address]?.count ?? 0 >= limits.address {
            met = .address(limits.address)
            leaving = takeIdle(of: address)
        } else if count >= limits.all {
            met = .all(limits.all)
            leaving = takeIdle() ?? takeIdle(of: address)
        }
        let isRefused = met != nil && leaving == nil
        let connection = Connection(channel, address, isRefused: isRefused)
        if isRefused {
            refused += 1
        } else {
            count += 1
            lines[address, default: Line()].append(connection)
        }
        return Entry(
            connection: connection, leaving: leaving, met: met,
            isSurplus: isRefused && refused > ConnectionLines.refusedLimit)
    }

    /// Notes that a connection has closed.
    mutating func leave(_ connection: Connection) {
        guard connection.leave() != nil else { return }
        guard !connection.isRefused else { return refused -= 1 }
        noteGone(from: connection.address)
    }

    /// Takes out a connection of the address with the most, if there is one that nothing is answered on.
    mutating func takeIdle() -> (any Channel)? {
        guard let longest = lines.max(by: { $0.value.count < $1.value.count })?.key else { return nil }
        return takeIdle(of: longest)
    }

    /// Takes out a connection of an address, if there is one that nothing is answered on; the busy ones go to the end.
    private mutating func takeIdle(of address: ClientAddress) -> (any Channel)? {
        guard let channel = lines[address]?.takeIdle(among: ConnectionLines.search) else { return nil }
        noteGone(from: address)
        return channel
    }

    private mutating func noteGone(from address: ClientAddress) {
        count -= 1
        lines[address]?.noteGone()
        if lines[address]?.count == 0 { lines[address] = nil }
    }
}

extension ConnectionLines.Line {
    fileprivate mutating func append(_ connection: Connection) {
        count += 1
        order.append(connection)
    }

    fileprivate mutating func noteGone() {
        count -= 1
        // Closed ones stay where they stood until they are the most.
        if order.count > 2 * count + 16 { order.removeAll { $0.channel == nil } }
    }

    fileprivate mutating func takeIdle(among limit: Int) -> (any Channel)? {
        let seen = order.prefix(limit)
        let index = seen.firstIndex { $0.channel != nil && !$0.isAnswering }
        let channel = index.flatMap { order[$0].leave() }
        order.removeFirst(index.map { $0 + 1 } ?? seen.count)
        order += seen.prefix(index ?? seen.count).filter { $0.channel != nil }
        return channel
    }
}

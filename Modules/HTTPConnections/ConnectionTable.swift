import NIOCore

/// The open connections by address, and the order in which idle connections are closed to make room.
struct ConnectionTable {
    /// The limit that a new connection has reached: the limit of its address, or the limit of all connections.
    enum MetLimit { case address, all }

    /// The result of counting a new connection.
    struct Entry {
        let connection: Connection
        /// The idle channel that is closed to make room for the new connection.
        let leaving: (any Channel)?
        let met: MetLimit?
        /// Whether the connection is closed at once, without an answer.
        let isSurplus: Bool
    }

    /// The connections of one address.
    private struct AddressEntry {
        var open: [ObjectIdentifier: Connection] = [:]
        /// The idle connections, longest idle first.
        var idle = TicketQueue<Connection>()
    }

    /// The maximum number of refused connections that stay open until their 503 is sent.
    private static let refusedLimit = 16

    var limits: Connections.Limits
    /// The streams of HTTP/2 connections.
    ///
    /// The table lists streams because an event fired on a connection does not reach its streams.
    var streams: [ObjectIdentifier: any Channel] = [:]
    private var count = 0
    private var refused = 0
    private var byAddress: [ClientAddress: AddressEntry] = [:]
    private var ranking = IdleRanking()

    init(limits: Connections.Limits) { self.limits = limits }

    /// All channels that receive requests.
    var channels: [any Channel] {
        byAddress.values.flatMap { $0.open.values.compactMap(\.channel) } + streams.values
    }

    /// Counts a new connection.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: The address at its other end.
    ///   - isOfProxy: Whether the address is a trusted proxy, to which the limit per address does not apply.
    mutating func enter(_ channel: any Channel, _ address: ClientAddress, isOfProxy: Bool) -> Entry {
        var (leaving, met): ((any Channel)?, MetLimit?) = (nil, nil)
        if !isOfProxy, isFull(address) {
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
            byAddress[address, default: AddressEntry()].open[ObjectIdentifier(connection)] = connection
            list(connection, isIdle: connection.isIdle)
        }
        return Entry(
            connection: connection, leaving: leaving, met: met,
            isSurplus: isRefused && refused > ConnectionTable.refusedLimit)
    }

    /// Counts a connection for another address from now on, unless this exceeds the limit of that address.
    ///
    /// - Returns: Whether the limit was met, and the idle channel that is closed to make room. Without such a channel, the
    ///   connection keeps its address.
    mutating func move(_ connection: Connection, to address: ClientAddress) -> (isMet: Bool, leaving: (any Channel)?) {
        guard !connection.isRefused, connection.channel != nil, connection.address != address else {
            return (false, nil)
        }
        let isMet = isFull(address)
        let leaving = isMet ? takeIdle(of: address) : nil
        guard !isMet || leaving != nil else { return (true, nil) }
        list(connection, isIdle: false)
        forget(connection)
        connection.address = address
        byAddress[address, default: AddressEntry()].open[ObjectIdentifier(connection)] = connection
        list(connection, isIdle: connection.isIdle)
        return (isMet, leaving)
    }

    private func isFull(_ address: ClientAddress) -> Bool { byAddress[address]?.open.count ?? 0 >= limits.address }

    /// Records that a request has arrived completely on a connection, or that a request has been answered.
    mutating func note(_ connection: Connection, isAnswering: Bool) {
        connection.note(isAnswering: isAnswering)
        if !connection.isRefused { list(connection, isIdle: connection.isIdle) }
    }

    mutating func leave(_ connection: Connection) {
        _ = remove(connection)
    }

    /// Removes the longest idle connection of the address with the most idle connections.
    mutating func takeIdle() -> (any Channel)? { ranking.first.flatMap { takeIdle(of: $0) } }

    /// Removes the longest idle connection of an address.
    private mutating func takeIdle(of address: ClientAddress) -> (any Channel)? {
        byAddress[address]?.idle.first().flatMap { remove($0) }
    }

    /// Removes a connection.
    ///
    /// Returns its channel, or `nil` if the connection was no longer counted.
    private mutating func remove(_ connection: Connection) -> (any Channel)? {
        guard let channel = connection.leave() else { return nil }
        guard !connection.isRefused else {
            refused -= 1
            return channel
        }
        count -= 1
        list(connection, isIdle: false)
        forget(connection)
        return channel
    }

    /// Removes a connection from the connections of its address.
    private mutating func forget(_ connection: Connection) {
        byAddress[connection.address]?.open[ObjectIdentifier(connection)] = nil
        if byAddress[connection.address]?.open.isEmpty == true { byAddress[connection.address] = nil }
    }

    /// Lists a connection among the idle connections of its address, or removes it from them.
    private mutating func list(_ connection: Connection, isIdle: Bool) {
        let address = connection.address
        guard isIdle != (connection.ticket != nil), let old = byAddress[address]?.idle.count else { return }
        if let ticket = connection.ticket {
            byAddress[address]?.idle.remove(ticket)
            connection.ticket = nil
            ranking.move(address, from: old, to: old - 1)
        } else {
            connection.ticket = byAddress[address]?.idle.append(connection)
            ranking.move(address, from: old, to: old + 1)
        }
    }
}

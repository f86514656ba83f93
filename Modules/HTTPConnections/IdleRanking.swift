/// Finds the address with the most idle connections in constant time.
struct IdleRanking {
    /// The addresses by their number of idle connections.
    ///
    /// Index 0 has the addresses with one idle connection, index 1 has the addresses with two.
    private var addresses: [Set<ClientAddress>] = []
    /// The largest number of idle connections that any address has.
    private var most = 0

    /// An address with the most idle connections; `nil` if no connection is idle.
    var first: ClientAddress? { most > 0 ? addresses[most - 1].first : nil }

    /// Records that the number of idle connections of an address changed.
    mutating func move(_ address: ClientAddress, from old: Int, to new: Int) {
        if old > 0 { addresses[old - 1].remove(address) }
        if new > 0 {
            if addresses.count < new { addresses += Array(repeating: [], count: new - addresses.count) }
            addresses[new - 1].insert(address)
        }
        most = max(most, new)
        while most > 0, addresses[most - 1].isEmpty { most -= 1 }
    }
}

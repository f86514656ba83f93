import HTTPConnections

extension HTTPServerConfiguration {
    /// Returns the limits of open connections.
    ///
    /// - Parameter most: The number of connections that the process can open.
    func connectionLimits(atMost most: Int = .max) -> Connections.Limits {
        let wanted = openConnectionLimit ?? streamLimit + 2_000
        let all = min(wanted, most)
        let address = addressShare(of: all)
        return Connections.Limits(
            all: all, address: address, isAllReduced: all < wanted, isAddressReduced: address < addressShare(of: wanted)
        )
    }

    private func addressShare(of all: Int) -> Int {
        min(all, addressConnectionLimit ?? min(addressStreamLimit + 500, all - all / 4))
    }
}

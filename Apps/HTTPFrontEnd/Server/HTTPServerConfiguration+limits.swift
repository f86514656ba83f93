import HTTPConnections

extension HTTPServerConfiguration {
    /// The limits of open connections.
    ///
    /// - Parameter most: How many the process can open.
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

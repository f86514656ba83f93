extension HTTPServerConfiguration {
    /// How many connections may be open at once.
    ///
    /// - Parameter most: How many the process can open.
    func connectionLimits(atMost most: Int = .max) -> Connections.Limits {
        let all = min(openConnectionLimit ?? streamLimit + 2_000, most)
        let address = addressConnectionLimit ?? min(addressStreamLimit + 500, all - all / 4)
        return Connections.Limits(all: all, address: min(all, address))
    }
}

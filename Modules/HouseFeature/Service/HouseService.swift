/// Knows the houses.
public protocol HouseService: Sendable {
    /// Returns every house, oldest first.
    func houses() async throws -> [House]
}

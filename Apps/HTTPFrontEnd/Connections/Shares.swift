import Synchronization

/// Counts what clients hold of something limited: sessions, calls, memory.
///
/// One address gets no more than its share.
final class Shares: Sendable {
    /// How much there is.
    struct Limits: Sendable {
        let all: Int
        /// How much of it one address may hold.
        let address: Int

        /// Creates limits; by default an address gets three quarters, so that others find room.
        init(all: Int, address: Int? = nil) {
            self.all = all
            self.address = min(all, address ?? all - all / 4)
        }
    }

    /// Which limit is reached.
    enum Refusal { case all, address }

    private struct Taken {
        var all = 0
        var byAddress: [ClientAddress: Int] = [:]
    }

    let limits: Limits
    private let taken = Mutex(Taken())

    init(_ limits: Limits) { self.limits = limits }

    /// How much is held.
    var count: Int { taken.withLock(\.all) }

    /// Takes some for an address; returns the limit that refuses it, `nil` when it was taken.
    func take(_ amount: Int = 1, for address: ClientAddress) -> Refusal? {
        taken.withLock { taken in
            guard taken.all + amount <= limits.all else { return .all }
            let held = taken.byAddress[address, default: 0]
            guard held + amount <= limits.address else { return .address }
            taken.all += amount
            taken.byAddress[address] = held + amount
            return nil
        }
    }

    /// Gives some back.
    func give(_ amount: Int = 1, of address: ClientAddress) {
        taken.withLock { taken in
            taken.all -= amount
            taken.byAddress[address] = taken.byAddress[address].flatMap { $0 > amount ? $0 - amount : nil }
        }
    }
}

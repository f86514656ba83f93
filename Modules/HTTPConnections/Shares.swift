import Synchronization

/// Counts how much of a limited resource each client address uses, and limits each address to its share.
///
/// The resources are sessions, calls and memory.
package final class Shares: Sendable {
    /// The size of the resource, and of the share of one address.
    package struct Limits: Sendable {
        /// The size of the resource.
        package let all: Int
        /// The size of the share of one address.
        package let address: Int

        /// Creates limits.
        ///
        /// By default, an address may use three quarters of the resource, so that a quarter remains for other
        /// addresses.
        package init(all: Int, address: Int? = nil) {
            self.all = all
            self.address = min(all, address ?? all - all / 4)
        }
    }

    /// The limit that prevents a reservation.
    package enum Refusal: Sendable {
        /// The whole resource is in use.
        case all
        /// The address uses its whole share.
        case address
    }

    private struct Taken {
        var all = 0
        var byAddress: [ClientAddress: Int] = [:]
    }

    /// The size of the resource, and of the share of one address.
    package let limits: Limits
    private let taken = Mutex(Taken())

    /// Creates the count of a resource that is not in use yet.
    package init(_ limits: Limits) { self.limits = limits }

    /// The amount in use.
    package var count: Int { taken.withLock(\.all) }

    /// Returns the amount that an address uses.
    package func held(by address: ClientAddress) -> Int { taken.withLock { $0.byAddress[address, default: 0] } }

    /// Reserves an amount for an address.
    ///
    /// Returns the limit that prevents the reservation; `nil` on success.
    package func take(_ amount: Int = 1, for address: ClientAddress) -> Refusal? {
        taken.withLock { taken in
            guard taken.all + amount <= limits.all else { return .all }
            let held = taken.byAddress[address, default: 0]
            guard held + amount <= limits.address else { return .address }
            taken.all += amount
            taken.byAddress[address] = held + amount
            return nil
        }
    }

    /// Releases a reserved amount.
    package func give(_ amount: Int = 1, of address: ClientAddress) {
        taken.withLock { taken in
            taken.all -= amount
            taken.byAddress[address] = taken.byAddress[address].flatMap { $0 > amount ? $0 - amount : nil }
        }
    }
}

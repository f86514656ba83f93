/// A limited number of places, and the work that waits for one, in turn by address.
///
/// When a place becomes free, the next address with waiting work gets it for its oldest work. An address that sends much
/// work therefore delays another address by one turn at most for each place. Running work does not count, unless each
/// address yields.
///
/// It is a pure state machine: it starts and resumes nothing.
package struct FairTurns<Address: Hashable & Sendable>: Sendable {
    /// The number of places.
    package let places: Int
    /// The number of taken places.
    package private(set) var taken = 0
    /// Whether an address that has a place gets no further one while another address without a place waits.
    private let isYielding: Bool
    /// The numbers of the taken places by address; no number is zero.
    private var holders: [Address: Int] = [:]
    /// The numbers of the waiting work by address, oldest first; no queue is empty.
    private var queues: [Address: [Int]] = [:]
    /// The addresses with waiting work, next first.
    private var order: ArraySlice<Address> = []

    /// Creates a number of free places.
    ///
    /// - Parameters:
    ///   - places: The number of places, at least 1.
    ///   - isYielding: Whether an address that has a place gets no further one while another address without a place
    ///     waits.
    package init(places: Int, isYielding: Bool = false) {
        (self.places, self.isYielding) = (max(1, places), isYielding)
    }

    /// The number of the work that waits.
    package var waitingCount: Int { queues.values.reduce(0) { $0 + $1.count } }

    /// Takes a place for work, or lets the work wait.
    ///
    /// - Parameters:
    ///   - work: A number that no other work has.
    ///   - address: The address whose turn the work uses.
    /// - Returns: Whether the work has a place.
    package mutating func enter(_ work: Int, of address: Address) -> Bool {
        guard taken == places else {
            taken += 1
            holders[address, default: 0] += 1
            return true
        }
        if queues[address] == nil { order.append(address) }
        queues[address, default: []].append(work)
        return false
    }

    /// Removes waiting work.
    ///
    /// - Returns: Whether the work waited; `false` if it has a place or is unknown.
    package mutating func leave(_ work: Int, of address: Address) -> Bool {
        guard let index = queues[address]?.firstIndex(of: work) else { return false }
        queues[address]?.remove(at: index)
        if queues[address]?.isEmpty == true {
            queues[address] = nil
            order.removeAll { $0 == address }
        }
        return true
    }

    /// Frees a place of an address, and gives it to the next waiting work.
    ///
    /// - Returns: The work that has the place now; `nil` if no work waits.
    package mutating func end(of address: Address) -> Int? {
        let held = holders[address, default: 1]
        holders[address] = held > 1 ? held - 1 : nil
        let free = isYielding ? order.firstIndex { holders[$0] == nil } : nil
        guard let next = (free ?? order.indices.first).map({ order.remove(at: $0) }), var queue = queues[next] else {
            taken -= 1
            return nil
        }
        let work = queue.removeFirst()
        queues[next] = queue.isEmpty ? nil : queue
        if !queue.isEmpty { order.append(next) }
        holders[next, default: 0] += 1
        return work
    }
}

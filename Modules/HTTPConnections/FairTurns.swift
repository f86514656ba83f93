/// A limited number of places, and the work that waits for one, in turn by address.
///
/// When a place becomes free, the next address with waiting work gets it for its oldest work. An address that sends much
/// work therefore delays another address by one turn at most for each place. Running work does not count.
///
/// It is a pure state machine: it starts and resumes nothing.
package struct FairTurns<Address: Hashable & Sendable>: Sendable {
    /// The number of places.
    package let places: Int
    /// The number of taken places.
    package private(set) var taken = 0
    /// The numbers of the waiting work by address, oldest first; no queue is empty.
    private var queues: [Address: [Int]] = [:]
    /// The addresses with waiting work, next first.
    private var order: ArraySlice<Address> = []

    /// Creates a number of free places.
    package init(places: Int) { self.places = max(1, places) }

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

    /// Frees a place, and gives it to the next waiting work.
    ///
    /// - Returns: The work that has the place now; `nil` if no work waits.
    package mutating func end() -> Int? {
        guard let address = order.popFirst(), var queue = queues[address] else {
            taken -= 1
            return nil
        }
        let work = queue.removeFirst()
        queues[address] = queue.isEmpty ? nil : queue
        if !queue.isEmpty { order.append(address) }
        return work
    }
}

import Synchronization

/// How many sessions run, those of one shot too: counted so that nobody waits for it.
final class Places: Sendable {
    /// How many there may be.
    let limit: Int
    private let taken = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// How many run.
    var count: Int { taken.load(ordering: .relaxed) }

    /// Takes a place if one is free, and returns whether it was.
    func take() -> Bool {
        var count = taken.load(ordering: .relaxed)
        while count < limit {
            let (isDone, original) = taken.weakCompareExchange(
                expected: count, desired: count + 1, ordering: .relaxed)
            if isDone { return true }
            count = original
        }
        return false
    }

    /// Gives a place back.
    func leave() {
        taken.subtract(1, ordering: .relaxed)
    }
}

import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct FairTurnsTests {
    private let turns = Line()

    /// Two places.
    private final class Line {
        private var turns: FairTurns<String>

        init(isYielding: Bool = false) { turns = FairTurns(places: 2, isYielding: isYielding) }

        var taken: Int { turns.taken }
        var waitingCount: Int { turns.waitingCount }

        func enter(_ work: Int, of address: String) -> Bool { turns.enter(work, of: address) }
        func leave(_ work: Int, of address: String) -> Bool { turns.leave(work, of: address) }
        func end(of address: String = "a") -> Int? { turns.end(of: address) }
    }

    @Test func `As much work has a place as there are places`() {
        #expect(turns.enter(1, of: "a") && turns.enter(2, of: "a"))
        #expect(!turns.enter(3, of: "a") && !turns.enter(4, of: "b"))
        #expect(turns.taken == 2 && turns.waitingCount == 2)
        _ = turns.end()
        #expect(turns.taken == 2 && turns.waitingCount == 1)
    }

    @Test func `Addresses take turns, and the work of one address keeps its order`() {
        for work in 1...2 { _ = turns.enter(work, of: "a") }
        for work in 3...6 { _ = turns.enter(work, of: "a") }
        for work in 7...8 { _ = turns.enter(work, of: "b") }
        _ = turns.enter(9, of: "c")
        var order: [Int] = []
        while let next = turns.end() { order.append(next) }
        #expect(order == [3, 7, 9, 4, 8, 5, 6])
        #expect(turns.taken == 1)
    }

    @Test func `Work that has left gets no place, and an address without work has no turn`() {
        for work in 1...2 { _ = turns.enter(work, of: "a") }
        for work in 3...4 { _ = turns.enter(work, of: "a") }
        _ = turns.enter(5, of: "b")
        _ = turns.enter(6, of: "c")
        #expect(turns.leave(3, of: "a") && turns.leave(5, of: "b"))
        #expect(!turns.leave(3, of: "a") && !turns.leave(1, of: "a"))
        #expect(turns.end() == 4 && turns.end() == 6 && turns.end() == nil)
    }

    @Test func `An address that comes back takes its turn after the others`() {
        for work in 1...2 { _ = turns.enter(work, of: "a") }
        for work in 3...4 { _ = turns.enter(work, of: "a") }
        _ = turns.enter(5, of: "b")
        #expect(turns.end() == 3)
        _ = turns.enter(6, of: "c")
        #expect(turns.leave(4, of: "a"))
        _ = turns.enter(7, of: "a")
        #expect(turns.end() == 5 && turns.end() == 6 && turns.end() == 7)
    }

    @Test func `All places are free again when all work has ended`() {
        for work in 1...40 { _ = turns.enter(work, of: "\(work % 7)") }
        for work in 30...40 { #expect(turns.leave(work, of: "\(work % 7)")) }
        for _ in 1...29 { _ = turns.end() }
        #expect(turns.taken == 0 && turns.waitingCount == 0)
        #expect(turns.enter(41, of: "1"))
    }

    @Test func `An address that yields holds one place while others without a place wait`() {
        let turns = Line(isYielding: true)
        for work in 1...5 { _ = turns.enter(work, of: "a") }
        for work in 6...7 { _ = turns.enter(work, of: "b") }
        // The second place of an address that sent its work first goes to the other address.
        #expect(turns.end(of: "a") == 6)
        // An address that gives back its only place takes its turn like the others.
        #expect(turns.end(of: "a") == 3)
        _ = turns.enter(8, of: "c")
        #expect(turns.end(of: "b") == 7 && turns.end(of: "a") == 4 && turns.end(of: "b") == 8)
        // No other address waits, so the address gets a second place.
        #expect(turns.end(of: "c") == 5 && turns.end(of: "a") == nil && turns.end(of: "a") == nil)
        #expect(turns.taken == 0)
    }
}

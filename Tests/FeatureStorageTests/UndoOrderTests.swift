import FeatureKit
import FeatureStorage
import Testing

/// Tests of the order in which changes are taken back without their numbers.
@Suite(.timeLimit(.minutes(1))) struct UndoOrderTests {
    /// The entries of a history, which begins with the oldest.
    private struct History {
        var entries: [HistoryEntry] = []

        /// Sets the size of a toy.
        mutating func set(_ size: Int, of id: String = "a", by person: String? = "kim") {
            add(id, from: self.size(of: id), to: .integer(size), by: person, undone: nil)
        }

        /// Takes back a change, as a store writes it.
        mutating func undo(_ change: Int64?, by person: String? = "kim") throws {
            let undone = try #require(entries.last { $0.change == change })
            add(undone.id, from: size(of: undone.id), to: undone.before["size"], by: person, undone: change)
        }

        /// Brings back the value that a toy had before a change, whatever it is now.
        mutating func bringBack(before change: Int64) throws { try undo(change) }

        private func size(of id: String) -> FieldValue? { entries.last { $0.id == id }?.after["size"] ?? 0 }

        private mutating func add(
            _ id: String, from old: FieldValue?, to new: FieldValue?, by person: String?, undone: Int64?
        ) {
            let number = Int64(entries.count + 1)
            entries.append(
                HistoryEntry(
                    number: number, change: number, operation: .updated, id: id, position: 1, instant: .now,
                    before: ["size": old ?? 0], after: ["size": new ?? 0],
                    cause: ChangeCause(
                        person: person, name: person, feature: "toys", action: undone == nil ? "resize" : "undo",
                        undone: undone)))
        }

        var order: UndoOrder { UndoOrder(entries.reversed()) }

        func next(of person: String = "kim") -> Int64? { order.next(of: person) }
        func nextAgain(of person: String = "kim") -> Int64? { order.nextAgain(of: person) }
    }

    @Test func `Changes are taken back from the last to the first, and done again from the first to the last`() throws {
        var history = History()
        for size in 1...3 { history.set(size) }
        for change: Int64 in [3, 2, 1] {
            #expect(history.next() == change)
            try history.undo(change)
        }
        #expect(history.next() == nil)
        for undo: Int64 in [6, 5, 4] {
            #expect(history.nextAgain() == undo)
            try history.undo(undo)
        }
        #expect(history.nextAgain() == nil)
        // The last change stands by its redo, and the same goes for the redo of a redo.
        #expect(history.next() == 9)
        try history.undo(9)
        #expect(history.next() == 8)
        #expect(history.nextAgain() == 10)
        try history.undo(10)
        #expect(history.next() == 11)
    }

    @Test func `Nothing is done again after a new change, and the new change is taken back first`() throws {
        var history = History()
        history.set(1)
        try history.undo(1)
        #expect(history.nextAgain() == 2)
        history.set(5)
        #expect(history.nextAgain() == nil)
        #expect(history.next() == 3)
    }

    @Test func `The changes of others are passed over, unless they took back the person's own`() throws {
        var history = History()
        history.set(1, of: "a")
        history.set(2, of: "b", by: "lee")
        history.set(3, of: "c", by: nil)
        #expect(history.next() == 1)
        #expect(history.next(of: "lee") == 2)
        try history.undo(1, by: "lee")
        #expect(history.next() == nil)
        #expect(history.nextAgain() == nil)
        #expect(history.nextAgain(of: "lee") == 4)
    }

    @Test func `A value that was brought back over a later change is a change, and taken back first`() throws {
        var history = History()
        history.set(1)
        history.set(2)
        // The size was 0 before the first change, and 2 before it comes back.
        try history.bringBack(before: 1)
        #expect(history.next() == 3)
        try history.undo(3)
        #expect(history.next() == 2)
    }

    @Test func `Changes that a later one prevents cannot be taken back`() throws {
        var history = History()
        history.set(1, of: "a")
        history.set(1, of: "b")
        history.set(2, of: "a")
        #expect(Array(history.entries.reversed()).undoableRecords() == [2: ["b"], 3: ["a"]])
        try history.undo(3)
        // The toy is as the first change left it.
        #expect(Array(history.entries.reversed()).undoableRecords() == [1: ["a"], 2: ["b"], 4: ["a"]])
    }

    @Test func `Only the last removal of a record can be taken back`() {
        func entry(_ number: Int64, _ operation: HistoryEntry.Operation, _ values: [String: FieldValue]) -> HistoryEntry
        {
            HistoryEntry(
                number: number, change: number, operation: operation, id: "a", position: 1, instant: .now,
                before: operation == .inserted ? [:] : values, after: operation == .removed ? [:] : values)
        }
        let removals = [
            entry(3, .removed, ["size": 1]), entry(2, .inserted, ["size": 1]), entry(1, .removed, ["size": 1]),
        ]
        #expect(removals.undoableRecords() == [3: ["a"]])
        #expect(Array(removals.dropFirst()).undoableRecords() == [2: ["a"]])
        #expect([entry(1, .many(9), [:])].undoableRecords().isEmpty)
    }
}

import FeatureKit

/// The order in which a person takes back changes without naming them, and does them again.
///
/// The last change comes first. A change that was taken back is passed over, unless it was done again. A person who
/// changes something after taking back has nothing to do again.
package struct UndoOrder {
    /// What a change does to earlier ones.
    fileprivate enum Kind {
        /// It changes records.
        case change
        /// It takes back a change.
        case undo
        /// It takes back an undo.
        case redo
    }

    fileprivate struct Change {
        let number: Int64
        let cause: ChangeCause?
        /// The entries, from the newest to the oldest.
        let entries: [HistoryEntry]
        var kind = Kind.change
        /// Whether no later change takes it back.
        var stands = true
        /// The place of the change at the end of the chain of changes that were taken back.
        var root: Int
    }

    /// How far back a change is found.
    ///
    /// A key that is pressed by accident must not take back what was done days ago.
    static let reach = Duration.seconds(3600)
    /// The number of entries among which a change is found.
    static let entryLimit = 1000

    /// The changes, from the newest to the oldest.
    private var changes: [Change]

    /// Orders the changes of entries, which are in the order from the newest to the oldest.
    package init(_ entries: [HistoryEntry]) {
        changes = entries.byChange.enumerated().map { place, entries in
            Change(number: entries[0].change, cause: entries[0].cause, entries: entries, root: place)
        }
        let places = Dictionary(uniqueKeysWithValues: zip(changes.map(\.number), changes.indices))
        for index in changes.indices.reversed() {
            guard let undone = changes[index].cause?.undone else { continue }
            guard let place = places[undone] else {
                changes[index].kind = .undo
                continue
            }
            // Bringing back a single value, or a part of the records, is a change like any other.
            guard changes[index].isInverse(of: changes[place]) else { continue }
            changes[index].kind = changes[place].kind == .undo ? .redo : .undo
            changes[index].root = changes[place].root
        }
        for index in changes.indices where changes[index].stands && changes[index].kind != .change {
            if let place = changes[index].cause?.undone.flatMap({ places[$0] }) { changes[place].stands = false }
        }
    }

    /// The change that a person takes back next; `nil` for none.
    package func next(of person: String) -> Int64? {
        let next = changes.first { $0.stands && $0.kind == .change && $0.cause?.person == person }
        // A change that was done again stands by its newest redo.
        return next.flatMap { next in changes.first { $0.stands && $0.kind != .undo && $0.root == next.root } }?.number
    }

    /// The change that takes back what a person does again next; `nil` for none.
    package func nextAgain(of person: String) -> Int64? {
        let last = changes.first { $0.stands && $0.kind != .redo && $0.cause?.person == person }
        return last?.kind == .undo ? last?.number : nil
    }
}

extension UndoOrder.Change {
    /// Returns whether the change takes back all that another one did.
    fileprivate func isInverse(of other: Self) -> Bool {
        let (mine, others) = (effects, other.effects)
        return mine.count == others.count
            && mine.allSatisfy { id, effect in
                others[id].map { $0.before == effect.after && $0.after == effect.before } ?? false
            }
    }

    /// What becomes of each record by all entries together: the values before and after.
    private var effects: [String: (before: [String: FieldValue], after: [String: FieldValue])] {
        var effects: [String: (before: [String: FieldValue], after: [String: FieldValue])] = [:]
        for entry in entries {
            guard let later = effects[entry.id] else {
                effects[entry.id] = (entry.before, entry.after)
                continue
            }
            let names = entry.names
            effects[entry.id] = (
                later.before.filter { !names.contains($0.key) }.merging(entry.before) { $1 },
                entry.after.filter { later.before[$0.key] == nil && later.after[$0.key] == nil }
                    .merging(later.after) { $1 }
            )
        }
        return effects
    }
}

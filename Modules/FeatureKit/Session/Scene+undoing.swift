extension Scene {
    /// The action that takes back changes, and the lists of the scene.
    ///
    /// It is an object of its own, because a handler that refers to its scene weakly leaves the session's actor (Swift
    /// 6.3).
    package final class Undoing {
        let action: String
        /// The lists by the names of their collections, with the functions of
        /// ``undoing(by:in:finding:preparing:refusing:)``.
        var lists: [(collection: String, find: Finding, prepare: Preparation)]

        /// Returns the number of the change that a call takes back; `nil` if the list has none.
        package typealias Finding = (Input) async throws -> Int64?
        /// Checks a call, and returns what takes back the list's part of the change; `nil` if the list does not know the
        /// change.
        package typealias Preparation = (Int64, Input) async throws -> (any UndoPart)?

        init(_ action: Action) { (self.action, lists) = (action.name, []) }
    }

    /// Lets an action of the manifest take back changes of a list.
    ///
    /// Does nothing if the manifest has no such action.
    ///
    /// A scene with several lists calls this method for each. Lists of the same collection take back a change once.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - collection: The name of the list's collection.
    ///   - find: Returns the number of the change that is taken back; `nil` if the list has none.
    ///   - prepare: Checks whether the list can take back the change, and returns what does so; `nil` if the list does
    ///     not know the change.
    ///   - refuse: Throws the error for a call without a change that a list knows.
    package func undoing(
        by action: Action, in collection: String,
        finding find: @escaping Undoing.Finding,
        preparing prepare: @escaping Undoing.Preparation,
        refusing refuse: @escaping (Input) throws -> Void
    ) {
        let isFirst = undoing == nil
        let undoing = undoing ?? Undoing(action)
        self.undoing = undoing
        guard !undoing.lists.contains(where: { $0.collection == collection }) else { return }
        undoing.lists.append((collection, find, prepare))
        guard isFirst else { return }
        on(action) { input in
            // The last change of all lists has the largest number.
            var change: Int64?
            for list in undoing.lists { if let found = try await list.find(input) { change = max(change ?? 0, found) } }
            // A change can have written records of several lists. All rights are checked before the first write.
            var parts: [any UndoPart] = []
            for list in undoing.lists {
                guard let change, let part = try await list.prepare(change, input) else { continue }
                parts.append(part)
            }
            guard let first = parts.first else { return try refuse(input) }
            try await first.undo(with: Array(parts.dropFirst()))
        }
    }
}

/// The part of a change that one list takes back.
package protocol UndoPart {
    /// Takes back the part, and with it the parts of other lists.
    func undo(with others: [any UndoPart]) async throws
}

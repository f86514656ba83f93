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
        /// Checks a call, and returns what takes back the change; `nil` if the list does not know the change.
        package typealias Preparation = (Int64, Input) async throws -> (() async throws -> Void)?

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
            // A change can have written records of several lists. All rights are checked before the first write, but each
            // list writes on its own, so a later change in one list does not keep the others from taking back their part.
            var prepared: [() async throws -> Void] = []
            for list in undoing.lists {
                guard let change, let undo = try await list.prepare(change, input) else { continue }
                prepared.append(undo)
            }
            if prepared.isEmpty { try refuse(input) }
            for undo in prepared { try await undo() }
        }
    }
}

public import FeatureKit
import FeatureStorage

extension Scene {
    /// Lets people go from place to place: to another part of a list of records, and to the page of a record.
    ///
    /// Handles the actions ``RecordBrowsing/action`` and ``RecordDetail/visit``. The link to a stored record launches the
    /// feature with the option `id`. A copy of the records, such as the sample, exists only in its session. The link to a
    /// record of a copy therefore performs the action `visit` in the same session. The action also finds the neighbours of
    /// a record in the list, and leads to the history.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - superseded: The actions of the list, such as refresh and more. The action `browse` cancels their running calls.
    @discardableResult
    public func browsing(_ places: RecordPlaces, superseding superseded: [Action] = []) -> Scene {
        let (records, name) = (places.records, RecordDetail.name)
        browsing(RecordDetail.visit, changing: places.isCopy ? RecordDetail.names : []) { input in
            if try input[RecordDetail.history] { return await places.showHistory() }
            if let step = try input[RecordDetail.step] {
                return try await places.go(step, from: try input[RecordDetail.option])
            }
            guard !input.changed.isDisjoint(with: RecordDetail.names) else { return }
            guard places.isCopy else {
                throw InputRefused([name: "a stored record needs a launch with the option '\(name)'"])
            }
            await records.show(try input[RecordDetail.option].map(RecordPlace.record) ?? .list)
        }
        guard let browsing = places.browsing else { return self }
        following(records.countChanges()) { await records.recount() }
        return self.browsing(browsing.action, changing: browsing.nameSet, superseding: superseded) { input in
            // If the search is refused or reading fails, the list and its place stay as they are.
            guard var next = places.browsed else { return }
            for name in browsing.names where input.changed.contains(name) { next.set(name, to: input.values[name]) }
            try await records.browse(try next.query) { places.browse(to: next) }
        }
    }
}

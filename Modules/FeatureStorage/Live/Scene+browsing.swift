public import FeatureKit

extension Scene {
    /// Lets people search, filter and order a list of records, and gives each record its own page.
    ///
    /// The screen shows the form of the action `browse` above the list. A column whose heading has the button
    /// `RecordBrowsing.sort(by:)`, or that shows the value of a field by which the list can be ordered, orders the list.
    /// The list shows the number of records as soon as it has several pages or a query.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that lists the records.
    ///   - browsing: The options and the action. The feature's manifest contains them.
    ///   - stage: The stage on which the view draws the list.
    ///   - options: The options of the launch.
    ///   - columns: The name of the field for each order that has another name.
    ///   - superseded: The actions of the list, such as refresh and more. The action `browse` cancels their running calls.
    /// - Throws: `InputRefused` if the option `search` has too many words.
    @discardableResult
    public func browsing<Presenter: ListPresenter>(
        _ presenter: Presenter, by browsing: RecordBrowsing, on stage: Stage, for options: Options,
        columns: [String: String] = [:], superseding superseded: [Action]
    ) throws -> Scene {
        let records = presenter.records
        var place = BrowsedPlace(browsing, of: Presenter.R.self, columns: columns, values: options.values)
        let pages = try detail(presenter, on: stage, for: options, browsing: browsing)
        pages?.browsed = place
        following(records.beginBrowsing(try place.query)) { await records.recount() }
        return self.browsing(browsing.action, changing: browsing.nameSet, superseding: superseded) { input in
            // If the search is refused or reading fails, the list and its place stay as they are.
            var next = place
            for name in browsing.names where input.changed.contains(name) { next.set(name, to: input.values[name]) }
            try await records.browse(try next.query)
            place = next
            pages?.browsed = next
            stage.completeAgain()
        }
    }
}

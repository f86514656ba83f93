public import FeatureKit

extension Scene {
    /// Creates a scene that loads records page by page and follows their changes.
    ///
    /// ```swift
    /// Scene(owning: view, listing: presenter, again: DoggyFeature.refresh, more: DoggyFeature.more)
    ///     .on(DoggyFeature.release) { try await presenter.release($0.rows) }
    /// ```
    ///
    /// A session with a limit of rows loads pages until it holds this number of records.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - presenter: The presenter of the records. The scene keeps it alive.
    ///   - refresh: The action that loads the records again. It cancels a load that is still running.
    ///   - more: The action that loads the next page.
    public convenience init(
        owning view: AnyObject, listing presenter: some ListPresenter, again refresh: Action, more: Action
    ) {
        self.init(owning: view, start: presenter.load, again: refresh)
        listing(presenter, more: more)
    }

    /// Loads a list page by page and follows its changes.
    ///
    /// A scene with several lists calls this method for each. The scene's start and refresh load all of them.
    ///
    /// - Parameters:
    ///   - presenter: The presenter of the records. The scene keeps it alive.
    ///   - more: The action that loads the list's next page.
    @discardableResult
    public func listing(_ presenter: some ListPresenter, more: Action) -> Scene {
        on(more) { _ in try await presenter.loadMore() }
        let records = presenter.records
        paging(by: more, limit: { records.rowLimit = $0 }, full: { records.full })
        (records.sharesNotices, records.more) = (true, more)
        undoing(by: RecordHistory.undo, in: records.collectionName) { input in
            if let change = try input[RecordHistory.change] { return Int64(change) }
            return try await records.nextUndo(again: input[RecordHistory.again])
        } preparing: { change, input in
            return try await records.prepareUndo(of: change, try UndoScope(input))
        } refusing: { input in
            throw RecordHistory.refusal(of: input)
        }
        following(referencesOf: records)
        concluding { records.reportHidden(at: $0) }
        return following(records.changes(), perform: presenter.follow)
    }
}

public import FeatureKit
public import FeatureStorage

/// The actions and the options that all lists of records have.
///
/// A feature whose actions have other names or titles declares its own.
public enum RecordActions {
    /// Loads the records again.
    public static let refresh = Action("refresh", "Refresh", effect: .reloads)
    /// Loads more records.
    public static let more = Action("more", "Show more", effect: .loads)

    /// Returns the actions of a list that can be searched and whose changes can be taken back.
    public static func all(_ browsing: RecordBrowsing) -> [Action] {
        [refresh, more, browsing.action, RecordHistory.undo, RecordDetail.visit]
    }

    /// Returns the options of a launch: the source of the records, the search, and the record whose page is shown.
    public static func options(_ browsing: RecordBrowsing) -> [any FieldDeclaration] {
        RecordSource.options + browsing.options + RecordDetail.options
    }
}

extension Scene {
    /// Creates a scene that lists records with the actions of ``RecordActions``.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - presenter: The presenter of the records. The scene keeps it alive.
    ///   - places: Draws the lists and the pages of the records.
    public convenience init(owning view: AnyObject, listing presenter: some ListPresenter, in places: RecordPlaces) {
        self.init(owning: view, listing: presenter, again: RecordActions.refresh, more: RecordActions.more)
        browsing(places, superseding: [RecordActions.refresh, RecordActions.more])
    }
}

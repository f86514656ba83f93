public import FeatureKit

/// The option and the action that show one record alone, on a page with all its fields.
///
/// A feature that lists records adds ``option`` to the options and ``visit`` to the actions of its manifest, and one line
/// to its scene:
///
/// ```swift
/// let scene = try Scene(owning: view, listing: presenter, again: DoggyFeature.refresh, more: DoggyFeature.more)
///     .detailing(presenter, on: stage, for: options)
/// ```
///
/// `Scene.browsing(_:by:on:for:columns:superseding:)` replaces this line for a list that people can search.
///
/// ## Topics
/// - ``option``
/// - ``visit``
public enum RecordDetail {
    /// The option `id`: the key of the record to show alone.
    public static let option = Field<String?>(
        "id", "Record", length: 1...200, help: "The key of a record. The launch shows only this record."
    )
    .role(.row)

    /// The name of ``option``.
    static var name: String { option.description.name }

    /// The action `visit`: shows another record, or the list, in a session that works on a copy.
    public static let visit = Action("visit", "Go to a record", effect: .shows, fields: option)
}

extension Scene {
    /// Gives each record of a list its own page.
    ///
    /// In the list, each row links to the page of its record (``Row/opens``), unless a person can select the row. The
    /// page has the title, the tone and the buttons of the row that the view draws for the record. The page shows the
    /// values of all fields of the record (``Record/fields``). ``Screen/up`` links back to the list.
    ///
    /// The link to a stored record launches the feature with the option `id`. A copy of the records, such as the
    /// sample, exists only in its session. The link to a record of a copy therefore performs the action `visit` in the
    /// same session.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that lists the records.
    ///   - stage: The stage on which the view draws the list.
    ///   - options: The options of the launch. They include ``RecordDetail/option``.
    public func detailing(_ presenter: some ListPresenter, on stage: Stage, for options: Options) throws -> Scene {
        _ = try detail(presenter, on: stage, for: options, browsing: nil)
        return self
    }

    /// Gives each record its own page, and returns what completes the screen; `nil` for a stage without a session.
    func detail<Presenter: ListPresenter>(
        _ presenter: Presenter, on stage: Stage, for options: Options, browsing: RecordBrowsing?
    ) throws -> RecordPages<Presenter.R>? {
        let records = presenter.records
        let id = try options[RecordDetail.option]
        // Options without a source belong to a feature whose records are all stored.
        let isCopy = (try? options[RecordSource.option]).map { $0 != .stored } ?? false
        records.begin(with: id)
        let pages = stage.manifest.map {
            RecordPages(of: records, $0, options, launchedAt: id, browsing: browsing)
        }
        if let pages {
            stage.complete(by: pages.complete)
            records.link = { [weak pages] id in pages?.link(to: id) }
            records.leave = { [weak pages, weak stage] in if let pages { stage?.open(pages.wayBack) } }
        }
        let name = RecordDetail.name
        self.browsing(RecordDetail.visit, changing: isCopy ? [name] : []) { input in
            guard input.changed.contains(name) else { return }
            guard isCopy else {
                throw InputRefused([name: "a stored record needs a launch with the option '\(name)'"])
            }
            await records.show(only: try input[RecordDetail.option])
        }
        return pages
    }
}

public import FeatureKit

/// The option and the action that show one record alone, on a page with all its fields.
///
/// A feature that lists records adds ``option`` to the options and ``browse`` to the actions of its manifest, and one line
/// to its scene:
///
/// ```swift
/// let scene = try Scene(owning: view, listing: presenter, again: DoggyFeature.refresh, more: DoggyFeature.more)
///     .detailing(presenter, on: stage, for: options)
/// ```
///
/// ## Topics
/// - ``option``
/// - ``browse``
public enum RecordDetail {
    /// The option `id`: the key of the record to show alone.
    public static let option = Field<String?>(
        "id", "Record", length: 1...200, help: "The key of a record. The launch shows only this record.")

    /// The name of ``option``.
    static var name: String { option.description.name }

    /// The action `browse`: shows another record, or the list, in a session that works on a copy.
    public static let browse = Action("browse", "Go to a record", fields: option)
}

extension Scene {
    /// Gives each record of a list its own page.
    ///
    /// In the list, each row links to the page of its record (``Row/opens``), unless a person can select the row. The
    /// page has the title, the tone and the buttons of the row that the view draws for the record. The page shows the
    /// values of all fields of the record (``Record/fields``). ``Screen/up`` links back to the list.
    ///
    /// The link to a stored record launches the feature with the option `id`. A copy of the records, such as the
    /// sample, exists only in its session. The link to a record of a copy therefore performs the action `browse` in the
    /// same session.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that lists the records.
    ///   - stage: The stage on which the view draws the list.
    ///   - options: The options of the launch. They include ``RecordDetail/option``.
    public func detailing(_ presenter: some ListPresenter, on stage: Stage, for options: Options) throws -> Scene {
        let records = presenter.records
        let id = try options[RecordDetail.option]
        // Options without a source belong to a feature whose records are all stored.
        let isCopy = (try? options[RecordSource.option]).map { $0 != .stored } ?? false
        records.begin(with: id)
        if let manifest = stage.manifest {
            stage.complete(by: RecordPages(of: records, manifest, options, launchedAt: id).complete)
        }
        let name = RecordDetail.name
        return browsing(RecordDetail.browse, changing: isCopy ? [name] : []) { input in
            guard input.changed.contains(name) else { return }
            guard isCopy else {
                throw InputRefused([name: "a stored record needs a launch with the option '\(name)'"])
            }
            await records.show(only: try input[RecordDetail.option])
        }
    }
}

public import FeatureKit

/// The option and the action that show one record alone, with all its fields.
///
/// A feature that lists records declares the option and the action in its manifest, and adds one line to its scene:
///
/// ```swift
/// options: RecordSource.options + [RecordDetail.option],
/// actions: refresh, more, adopt, birthday, rename, release, RecordDetail.browse)
///
/// return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
///     .detailing(presenter, on: stage, for: options)
/// ```
///
/// ## Topics
/// - ``option``
/// - ``browse``
public enum RecordDetail {
    /// The option `id`: the key of the record to show alone.
    public static let option = Field<String?>(
        "id", "Record", length: 1...200, help: "The key of a record. The launch shows this record alone.")

    /// The action `browse`: shows another record, or all records, in a session that works on a copy.
    public static let browse = Action("browse", "Go to a record", fields: option)
}

extension Scene {
    /// Gives each record of a list its own page.
    ///
    /// In the list, each row links to the page of its record (``Row/opens``), unless a person can select the row. The
    /// page has the title, the tone and the buttons of the row that the view draws for the record. The page shows the
    /// values of all fields of the record. ``Screen/up`` links back to the list.
    ///
    /// The link to a stored record launches the feature with the option `id`. A copy of the records, such as the
    /// sample, exists only in its session. The link to a record of a copy therefore performs the action `browse` in the
    /// same session.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that lists the records.
    ///   - stage: The stage on which the view draws the list.
    ///   - options: The options of the launch. They include ``RecordDetail/option``.
    public func detailing<Presenter: ListPresenter>(
        _ presenter: Presenter, on stage: Stage, for options: Options
    ) throws -> Scene {
        guard let manifest = stage.manifest else { return self }
        let records = presenter.records
        let screen = RecordScreen(manifest: manifest, options: options, records: records)
        records.begin(with: try options[RecordDetail.option])
        stage.complete(by: screen.complete)
        let isCopy = (try? options[RecordSource.option]).map { $0 != .stored } ?? false
        return browsing(RecordDetail.browse, changing: isCopy ? [screen.name] : []) { input in
            guard input.changed.contains(screen.name) else { return }
            guard isCopy else {
                throw InputRefused([screen.name: "a stored record needs a launch with the option '\(screen.name)'"])
            }
            let id = try input[RecordDetail.option]
            stage.address = screen.address(of: id)
            await records.show(only: id)
        }
    }
}

/// Turns the screen that a view draws for a list into the screen of one record.
private final class RecordScreen<R: Record> {
    let name = RecordDetail.option.description.name
    private let manifest: FeatureManifest
    /// The launch's options that differ from their defaults, without the record's key.
    private let listOptions: [String: FieldValue]
    private let records: LiveRecords<R>
    /// The title of the record, or `nil` until it is known.
    ///
    /// The page keeps this title if the record is deleted.
    private var title: String?

    init(manifest: FeatureManifest, options: Options, records: LiveRecords<R>) {
        (self.manifest, self.records) = (manifest, records)
        let defaults = manifest.options.map { ($0.name, $0.defaultValue) }
        var options = options.values
        for (name, value) in defaults where options[name] == value { options[name] = nil }
        options[name] = nil
        listOptions = options
    }

    func address(of id: String?) -> [String: FieldValue] {
        var options = listOptions
        if let id { options[name] = .text(id) }
        return options
    }

    func complete(_ drawn: Screen) -> Screen {
        var screen = drawn
        guard let id = records.shownID else {
            for index in screen.elements.indices {
                guard case .list(var list) = screen.elements[index], list.select == nil else { continue }
                for row in list.rows.indices where list.rows[row].opens == nil {
                    list.rows[row].opens = FeatureLink(feature: manifest.id, options: address(of: list.rows[row].id))
                }
                screen.elements[index] = .list(list)
            }
            return screen
        }
        screen.up = FeatureLink(feature: manifest.id, options: listOptions, title: drawn.title)
        let row = drawn.lists.lazy.compactMap { $0.rows.first { $0.id == id } }.first
        title = row?.title ?? title
        screen.title = title ?? drawn.title
        screen.tone = row?.tone ?? drawn.tone
        screen.buttons = row?.buttons ?? []
        if let row {
            screen.elements = [.fields(id: "record", items: R.fields.map { item(of: $0.description, in: row) })]
        } else if case .ready = drawn.phase {
            screen.elements = [.placeholder(id: "deleted", "\(screen.title) was deleted.")]
        } else {
            screen.elements = []
        }
        return screen
    }

    private func item(of field: FieldDescription, in row: Row) -> FieldsElement.Item {
        FieldsElement.Item(label: field.title, value: row.values[field.name]?.description ?? "–")
    }
}

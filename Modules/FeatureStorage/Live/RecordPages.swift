import FeatureKit

/// Completes the screen that a view draws for a list: links its rows, or replaces the list by one record.
final class RecordPages<R: Record> {
    private let records: LiveRecords<R>
    private let feature: String
    private let actions: [Action]
    /// The record that the launch shows; `nil` for the list.
    private let launchedID: String?
    /// The options of the launch that differ from their defaults, without the record's key.
    private let listOptions: [String: FieldValue]
    /// The links to records, by key.
    ///
    /// A screen is completed for each frame. Making all links again would take longer than comparing the rows.
    private var links: [String: FeatureLink] = [:]
    /// The last title of the shown record.
    ///
    /// The page of a deleted record keeps it.
    private var title: (id: String, text: String)?

    init(of records: LiveRecords<R>, _ manifest: FeatureManifest, _ options: Options, launchedAt id: String?) {
        (self.records, feature, actions, launchedID) = (records, manifest.id, manifest.actions, id)
        var values = options.values
        for option in manifest.options where values[option.name] == option.defaultValue { values[option.name] = nil }
        values[RecordDetail.name] = nil
        listOptions = values
    }

    /// Returns the screen to show for the screen that the view has drawn.
    func complete(_ drawn: Screen) -> Screen {
        var screen = drawn
        let id = records.shownID
        if id != launchedID { screen.address = address(of: id) }
        if let id {
            show(id, on: &screen)
        } else if linkRows(of: &screen.elements) < links.count / 2 {
            links = [:]
        }
        return screen
    }

    private func address(of id: String?) -> [String: FieldValue] {
        var options = listOptions
        if let id { options[RecordDetail.name] = .text(id) }
        return options
    }

    // MARK: - The list

    /// Links the rows, and returns their number.
    private func linkRows(of elements: inout [Element]) -> Int {
        var count = 0
        for index in elements.indices {
            switch elements[index] {
            case .list(var list) where list.select == nil:
                for row in list.rows.indices where list.rows[row].opens == nil {
                    list.rows[row].opens = link(to: list.rows[row].id)
                }
                elements[index] = .list(list)
                count += list.rows.count
            case .section(var section):
                count += linkRows(of: &section.elements)
                elements[index] = .section(section)
            default: break
            }
        }
        return count
    }

    private func link(to id: String) -> FeatureLink {
        if let link = links[id] { return link }
        let link = FeatureLink(feature: feature, options: address(of: id))
        links[id] = link
        return link
    }

    // MARK: - One record

    private func show(_ id: String, on screen: inout Screen) {
        let row = screen.lists.lazy.compactMap { $0.rows.first { $0.id == id } }.first
        if let row { title = (id, row.title) }
        screen.up = FeatureLink(feature: feature, options: listOptions, title: screen.title)
        if let title, title.id == id { screen.title = title.text }
        screen.tone = row?.tone ?? .plain
        screen.buttons = row?.buttons ?? []
        if let record = records.shownRecord {
            for index in screen.buttons.indices { fill(&screen.buttons[index], from: record) }
            screen.elements = [.fields(id: "record", items: R.fields.map { item(of: $0.description, in: record) })]
        } else if records.isShownRecordDeleted {
            screen.elements = [.placeholder(id: "deleted", "\(screen.title) was deleted.")]
        } else {
            screen.elements = []
        }
    }

    /// Lets a button's form begin with the values of the record, as the form of a row's button does.
    private func fill(_ button: inout Button, from record: Stored<R>) {
        let fields = actions.first { $0.name == button.action }?.fields ?? []
        for field in fields where button.arguments[field.name] == nil && button.values[field.name] == nil {
            button.values[field.name] = record.values[field.name]
        }
    }

    private func item(of field: FieldDescription, in record: Stored<R>) -> FieldsElement.Item {
        FieldsElement.Item(label: field.title, value: record.values[field.name]?.shownText(as: field.kind) ?? "–")
    }
}

import FeatureKit

/// Completes the screen that a view draws for a list: links its rows, adds what browses it, or replaces the list by one
/// record.
final class RecordPages<R: Record> {
    private let records: LiveRecords<R>
    private let feature: String
    private let actions: [Action]
    /// The record that the launch shows; `nil` for the list.
    private let launchedID: String?
    /// The options of the launch that differ from their defaults, without the record's key and what is browsed.
    private let launchedOptions: [String: FieldValue]
    private let browsing: RecordBrowsing?
    /// What the launch shows of the list; `nil` if the list cannot be browsed.
    private var launchedPlace: BrowsedPlace?
    /// What the person sees of the list; `nil` if the list cannot be browsed.
    var browsed: BrowsedPlace? {
        didSet {
            if launchedPlace == nil { launchedPlace = browsed }
            if browsed != oldValue { links = [:] }
        }
    }
    /// The links to records, by key.
    ///
    /// A screen is completed for each frame. Making all links again would take longer than comparing the rows.
    private var links: [String: FeatureLink] = [:]
    /// The last title of the shown record.
    ///
    /// The page of a deleted record keeps it.
    private var title: (id: String, text: String)?

    init(
        of records: LiveRecords<R>, _ manifest: FeatureManifest, _ options: Options, launchedAt id: String?,
        browsing: RecordBrowsing?
    ) {
        (self.records, feature, actions, launchedID) = (records, manifest.id, manifest.actions, id)
        var values = options.values
        for option in manifest.options where values[option.name] == option.defaultValue { values[option.name] = nil }
        for name in (browsing?.names ?? []) + [RecordDetail.name] { values[name] = nil }
        // An emptied dictionary would keep its storage.
        (launchedOptions, self.browsing) = (values.isEmpty ? [:] : values, browsing)
    }

    /// Returns the screen to show for the screen that the view has drawn.
    func complete(_ drawn: Screen) -> Screen {
        var screen = drawn
        let id = records.shownID
        if id != launchedID || browsed != launchedPlace { screen.address = address(of: id) }
        if let id {
            show(id, on: &screen)
            return screen
        }
        if let browsing, let browsed { complete(&screen, browsing, at: browsed) }
        // Without other options, a link has the options that all sessions share.
        let shared = launchedOptions.isEmpty && browsed?.values.isEmpty ?? true ? records.list?.records ?? [] : []
        if linkRows(of: &screen.elements, to: shared) < links.count / 2 {
            links = [:]
        }
        return screen
    }

    /// The options of the list that differ from their defaults.
    private var listOptions: [String: FieldValue] {
        launchedOptions.merging(browsed?.values ?? [:]) { $1 }
    }

    /// The link from the page of a record to the list.
    var wayBack: FeatureLink { FeatureLink(feature: feature, options: listOptions) }

    private func address(of id: String?) -> [String: FieldValue] {
        var options = listOptions
        if let id { options[RecordDetail.name] = .text(id) }
        return options
    }

    // MARK: - The list

    /// Links the rows, and returns their number.
    ///
    /// - Parameters:
    ///   - elements: The elements with the rows.
    ///   - shared: The records whose links need no other options, most likely in the order of the rows.
    private func linkRows(of elements: inout [Element], to shared: [Stored<R>]) -> Int {
        var count = 0
        for index in elements.indices {
            switch elements[index] {
            case .list(var list) where list.select == nil:
                for row in list.rows.indices where list.rows[row].opens == nil {
                    let id = list.rows[row].id
                    list.rows[row].opens =
                        row < shared.count && shared[row].id == id
                        ? FeatureLink(feature: feature, options: shared[row].identity) : link(to: id)
                }
                elements[index] = .list(list)
                count += list.rows.count
            case .section(var section):
                count += linkRows(of: &section.elements, to: shared)
                elements[index] = .section(section)
            default: break
            }
        }
        return count
    }

    /// Returns the link to the page of a record.
    func link(to id: String) -> FeatureLink {
        if let link = links[id] { return link }
        let link = FeatureLink(feature: feature, options: address(of: id))
        links[id] = link
        return link
    }

    // MARK: - Browsing

    /// Adds the form, the order of the headings and the number of records, or says that nothing matches.
    private func complete(_ screen: inout Screen, _ browsing: RecordBrowsing, at place: BrowsedPlace) {
        let isPart = !(records.query?.selectsAll ?? true)
        guard let list = screen.lists.first else {
            guard isPart, records.isLoaded else { return }
            for (index, element) in screen.elements.enumerated() {
                guard case .placeholder(let placeholder) = element else { continue }
                screen.elements[index] = .placeholder(id: placeholder.id, "Nothing matches your search.")
                let all = FeatureLink(feature: feature, options: launchedOptions)
                screen.elements.insert(.link(id: "all", "Show all", opens: all), at: index + 1)
                break
            }
            return screen.elements.insert(browsing.form(place.values), at: 0)
        }
        screen.elements.insert(browsing.form(place.values), at: 0)
        update(&screen.elements, list.id) { list in
            list.columns = list.columns.map(browsing.headings)
            // A list in the order of insertion shares the columns with the view.
            if place.order != nil { list.columns = list.columns?.map { heading($0, of: browsing, at: place) } }
            // A person sees the number of few rows.
            let isLong = list.more != nil || list.rows.count > RecordCollection<R>.pageSize
            if isLong || isPart { list.total = records.total.map { .init($0.count, exact: $0.isExact) } }
        }
    }

    /// Changes the list with a given id.
    private func update(_ elements: inout [Element], _ id: String, _ change: (inout ListElement) -> Void) {
        for index in elements.indices {
            switch elements[index] {
            case .list(var list) where list.id == id:
                change(&list)
                elements[index] = .list(list)
            case .section(var section):
                update(&section.elements, id, change)
                elements[index] = .section(section)
            default: break
            }
        }
    }

    /// Returns a heading that shows whether it orders the list, and that reverses its order.
    private func heading(
        _ heading: ListElement.Column, of browsing: RecordBrowsing, at place: BrowsedPlace
    ) -> ListElement.Column {
        var column = heading
        guard column.sort?.action == browsing.action.name, let order = place.order,
            column.sort?.arguments["order"] == .text(order)
        else { return column }
        column.sorted = place.isDescending ? .down : .up
        column.sort?.arguments["descending"] = .boolean(!place.isDescending)
        return column
    }

    // MARK: - One record

    private func show(_ id: String, on screen: inout Screen) {
        let row = screen.lists.lazy.compactMap { $0.rows.first { $0.id == id } }.first
        if let row { title = (id, row.title) }
        screen.up = wayBack
        screen.up?.title = screen.title
        if let title, title.id == id {
            screen.title = title.text
        } else if screen.phase.isFailed {
            screen.title = "Record \(id)"
        }
        // A second try would not find the record either.
        if records.isMissing, case .failed(let message, _) = screen.phase { screen.phase = .failed(message: message) }
        screen.tone = row?.tone ?? .plain
        screen.buttons = row?.buttons ?? []
        if let record = records.shownRecord {
            for index in screen.buttons.indices { fill(&screen.buttons[index], from: record) }
            screen.elements = [.fields(id: "record", items: R.fields.map { item(of: $0.description, in: record) })]
        } else {
            let isDeleted = records.isShownRecordDeleted
            screen.elements = isDeleted ? [.placeholder(id: "deleted", "\(screen.title) was deleted.")] : []
            if isDeleted || screen.phase.isFailed, let list = screen.up, let title = list.title {
                screen.elements.append(.link(id: "list", "Back to \(title)", opens: list))
            }
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

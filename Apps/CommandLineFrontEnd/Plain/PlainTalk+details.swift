import FeatureKit

extension PlainTalk {
    /// Returns the lines below the title of a row: its texts in the columns, then its other values.
    ///
    /// A value that a column shows has no line of its own. A value without a title is left out if the row has a page,
    /// because the page names it.
    func details(of row: Row, in list: ListElement) -> [StyledLine] {
        var items: [(title: String, text: String)] = []
        var shown: Set<String> = []
        for column in list.columns ?? [] {
            if let name = column.name { shown.insert(name) }
            shown.insert(column.title.lowercased())
            let text = column.text(of: row)
            if text != row.title { items.append((column.title, text)) }
        }
        if list.columns == nil, let detail = row.detail { items.append(("", detail)) }
        for (name, value) in row.values.sorted(by: { $0.key < $1.key }) where !shown.contains(name) {
            let field = field(ofValue: name)
            let title = field?.title ?? name
            guard !shown.contains(title.lowercased()), field != nil || row.opens == nil else { continue }
            items.append((title, value.shownText(as: field?.kind).oneLine))
        }
        return items.filter { !$0.text.isEmpty }.map { item in
            StyledLine("  " + (item.title.isEmpty ? "" : "\(item.title): ") + item.text.oneLine, .dim)
        }
    }

    /// Returns the field with the name of a value.
    private func field(ofValue name: String) -> FieldDescription? {
        // The field of an option with the same name can select records, such as several breeds.
        (actions.filter { !$0.onlyShows }.flatMap(\.fields) + page.manifest.options).first { $0.name == name }
    }
}

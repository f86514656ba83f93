import FeatureKit

extension ListElement {
    /// Returns the texts of a row besides its title: the values of fields in the order of the fields, then the other
    /// columns, then the other values.
    ///
    /// Each value comes once. A value without a title is left out if the row has a page, because the page names it. A
    /// detail without a title comes first.
    ///
    /// - Parameter fields: The fields of the feature. The first field with the name of a value gives its title.
    func details(of row: Row, fields: [FieldDescription]) -> [(title: String, text: String)] {
        var items: [(title: String, text: String)] = []
        var (names, titles): (Set<String>, Set<String>) = ([], [])
        func add(_ title: String, _ text: String) {
            titles.insert(title.lowercased())
            items.append((title, text))
        }
        let columns = columns ?? []
        for field in fields {
            guard let value = row.values[field.name], names.insert(field.name).inserted else { continue }
            // The detail can be the value in words, such as "36 years".
            let column =
                columns.first { $0.name == field.name }
                ?? columns.first { $0.content == .detail && $0.title.lowercased() == field.title.lowercased() }
            add(field.title, column?.text(of: row) ?? value.shownText(as: field.kind))
        }
        for column in columns where !titles.contains(column.title.lowercased()) {
            if let name = column.name, !names.insert(name).inserted { continue }
            let text = column.text(of: row)
            if text != row.title { add(column.title, text) }
        }
        for (name, value) in row.values.sorted(by: { $0.key < $1.key }) where row.opens == nil {
            if !names.contains(name), !titles.contains(name.lowercased()) { add(name, "\(value)") }
        }
        if let detail = row.detail, !columns.contains(where: { $0.content == .detail }),
            !items.contains(where: { $0.text == detail })
        {
            items.insert(("", detail), at: 0)
        }
        return items.filter { !$0.text.isEmpty }
    }
}

extension FeatureManifest {
    /// The fields that give the values of rows their titles: those of the actions, then those of the options.
    ///
    /// The field of an option with the same name can select records, such as several breeds.
    var titledFields: [FieldDescription] { actions.filter { !$0.effect.onlyShows }.flatMap(\.fields) + options }
}

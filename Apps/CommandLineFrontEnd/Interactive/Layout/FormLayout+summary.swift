import FeatureKit

// On a low terminal, rows are worth more than the form with which a person searches them.

extension FormLayout {
    /// Returns one line with what a person searches for and each filter, such as `/ lab   breed: any`.
    static func summary(of entries: [FormState.Entry]) -> StyledLine {
        var line = StyledLine()
        let search = entries.firstIndex { $0.field.role == .search }
        if let entry = search.map({ entries[$0] }) {
            line.append("/ ", TextStyle(tone: .accent, bold: true))
            line.append(entry.text.isEmpty ? entry.field.title : entry.text, entry.text.isEmpty ? .dim : .bold)
        }
        for (index, entry) in entries.enumerated() where index != search && !(entry.isOrder && entry.text.isEmpty) {
            if !line.isEmpty { line.append(spaces: 3) }
            line.append("\(entry.field.title.prefix(1).lowercased() + entry.field.title.dropFirst()): ", .dim)
            line.append(entry.summary, entry.text.isEmpty ? .dim : .bold)
        }
        return line
    }
}

extension FormState.Entry {
    /// Whether the field orders rows and hides none.
    fileprivate var isOrder: Bool { field.role?.orders == true }

    /// The value in a summary.
    fileprivate var summary: String {
        guard !text.isEmpty else { return "any" }
        return options.isEmpty ? text.choiceTitle(field) : text.formLines.joined(separator: ", ")
    }
}

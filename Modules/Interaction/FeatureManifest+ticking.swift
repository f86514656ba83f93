package import FeatureKit

extension FeatureManifest {
    /// Returns the call of a button that acts on several rows.
    ///
    /// The call contains the revision of each row that has one, so that it is refused if somebody changes the row meanwhile.
    ///
    /// - Parameters:
    ///   - button: One of ``FeatureKit/ListElement/bulk``.
    ///   - rows: The rows of the list that the person has chosen.
    package func call(_ button: Button, on rows: [Row]) -> Call {
        var arguments = button.arguments
        let fields = action(named: button.action)?.fields ?? []
        if let name = fields.name(of: .rows) { arguments[name] = .texts(rows.map(\.id)) }
        if let name = fields.name(of: .revisions), let revisions = rows.map({ revision(of: $0)?.description }).asTexts {
            arguments[name] = revisions
        }
        return Call(button.action, arguments)
    }

    /// Returns the titles of the rows that a call names in the field with the role `rows`; `nil` if it names none.
    ///
    /// The id stands for a row that no list of the screen shows.
    package func titles(ofRowsIn arguments: [String: FieldValue], of action: String, on screen: Screen) -> [String]? {
        let ids = self.action(named: action)?.rows(of: arguments) ?? []
        return ids.isEmpty ? nil : ids.map { screen.row($0)?.title ?? $0 }
    }

    private func revision(of row: Row) -> FieldValue? {
        revisionPlace(in: row).flatMap { row.buttons[$0.button].arguments[$0.argument] }
    }

    /// Returns where a row has the revision of its record; `nil` if it has none.
    package func revisionPlace(in row: Row) -> RevisionPlace? {
        for index in row.buttons.indices {
            guard let name = action(named: row.buttons[index].action)?.fields.name(of: .revision),
                row.buttons[index].arguments[name] != nil
            else { continue }
            return RevisionPlace(button: index, argument: name)
        }
        return nil
    }
}

/// The place of a record's revision in its row: the first button with an argument for it.
package struct RevisionPlace: Sendable, Hashable {
    /// The index of the button.
    package let button: Int
    /// The name of the argument.
    package let argument: String
}

extension Action {
    /// Returns the ids of the rows that a call names in the field with the role `rows`.
    package func rows(of arguments: [String: FieldValue]) -> [String] {
        guard let name = fields.name(of: .rows), case .texts(let ids)? = arguments[name] else { return [] }
        return ids
    }
}

extension [String?] {
    /// The revisions of rows as an argument, with an empty text for none; `nil` if no row has a revision.
    package var asTexts: FieldValue? { contains { $0 != nil } ? .texts(map { $0 ?? "" }) : nil }
}

extension [String] {
    /// The titles of rows as what a question is about: `Rex`, or `3 rows: Rex, Max and Tom`.
    package var asRows: String { count == 1 ? self[0] : asCountedRows }

    /// The titles of rows with their number: `1 row: Rex`.
    package var asCountedRows: String { "\(count.grouped) \(count == 1 ? "row" : "rows"): \(enumerated)" }
}

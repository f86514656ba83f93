/// The words with which a front end says that an action has succeeded.
///
/// Create the value before the action, and take the words after it. They are a sentence if the action says what it has
/// done, such as `Rex was adopted.`; else they begin with the title of the button.
package struct SuccessWords: Sendable {
    private let button: Button
    private let action: Action?
    private let subject: String?
    private let row: String?
    private let lists: [ListElement]

    /// Creates the words about an action.
    ///
    /// - Parameters:
    ///   - button: The button of the action.
    ///   - action: The action; `nil` if it is unknown.
    ///   - subject: The title of what the action changes before the action; `nil` if the button's title says enough.
    ///   - row: The id of the row that the action changes; `nil` for anything else.
    ///   - lists: The lists before the action; empty if the action adds no row.
    package init(
        _ button: Button, of action: Action?, about subject: String?, row: String? = nil, addingTo lists: [ListElement]
    ) {
        (self.button, self.action, self.subject, self.row, self.lists) = (button, action, subject, row, lists)
    }

    /// Creates the words about an action whose button is on a screen.
    ///
    /// Without a row, an action that asks for fields may add a row, and an action of a record's page changes the record.
    ///
    /// - Parameters:
    ///   - button: The button of the action.
    ///   - action: The action; `nil` if it is unknown.
    ///   - row: The row of the button; `nil` for a button of the screen.
    ///   - screen: The screen before the action.
    package init(_ button: Button, of action: Action?, on row: Row?, of screen: Screen) {
        let asks = action?.fields.contains { button.arguments[$0.name] == nil } ?? false
        self.init(
            button, of: action, about: screen.subject(of: row), row: row?.id,
            addingTo: row == nil && asks && screen.phase == .ready ? screen.lists : [])
    }

    /// Whether the words are a sentence that says what has happened to what, which is understood in any place.
    package var isSentence: Bool { subject != nil && action?.done != nil }

    /// The title of the button together with the title of what the action changes.
    package var title: String { button.words(about: subject) }

    /// Returns the words.
    ///
    /// They name a row that the action has added. The title of a row or record that the action has changed is the new
    /// title, if the screen still shows it.
    ///
    /// - Parameter screen: The screen after the action; `nil` if it is unknown.
    package func text(on screen: Screen?) -> String {
        guard let new = newRow(on: screen) else { return text(about: title(on: screen)) }
        return text(adding: new.title)
    }

    /// Returns the words about an action that has added a row.
    ///
    /// - Parameter row: The title of the row.
    package func text(adding row: String) -> String {
        if let done = action?.done { "\(row) \(done)." } else { button.words(about: nil) + ": \(row)" }
    }

    /// Returns the row that the action has added; `nil` if there is none or more than one.
    ///
    /// The row is in the list that the action adds to: its rows have values for fields that the action asks for. If no
    /// list has such values, it is the only list of a place that is not a record's page, because the list of such a page
    /// may tell the record's history. A form with values changes what it shows, so it adds nothing to that list.
    ///
    /// - Parameter screen: The screen after the action; `nil` if it is unknown.
    package func newRow(on screen: Screen?) -> Row? {
        guard !lists.isEmpty, let screen else { return nil }
        let known = Set(lists.lazy.flatMap(\.rows).map(\.id))
        let new = listsOfNewRows(on: screen).flatMap(\.rows).filter { !known.contains($0.id) }
        return new.count == 1 ? new.first : nil
    }

    private func listsOfNewRows(on screen: Screen) -> [ListElement] {
        let asked = Set(action?.fields.map(\.name) ?? []).subtracting(button.arguments.keys)
        let fitting = screen.lists.filter { !$0.valueNames.isDisjoint(with: asked) }
        guard fitting.isEmpty else { return fitting }
        let changesForm = screen.forms.contains { $0.action == button.action && !$0.values.isEmpty }
        let isPlain = subject == nil && screen.recordTitle == nil && !changesForm
        return isPlain && screen.lists.count == 1 ? screen.lists : []
    }

    private func text(about subject: String?) -> String {
        if let subject, let done = action?.done {
            "\(subject) \(done)."
        } else {
            button.words(about: subject) + ": done"
        }
    }

    private func title(on screen: Screen?) -> String? {
        guard let screen, subject != nil else { return subject }
        guard let row else { return screen.recordTitle ?? subject }
        return screen.row(row)?.title ?? subject
    }
}

extension ListElement {
    /// The names of the values that the rows show or contain.
    fileprivate var valueNames: Set<String> {
        rows.reduce(into: Set((columns ?? []).compactMap(\.name))) { $0.formUnion($1.values.keys) }
    }
}

extension Screen {
    /// Returns the row with an id; `nil` if no list of the screen shows it.
    package func row(_ id: String) -> Row? { lists.lazy.flatMap(\.rows).first { $0.id == id } }

    /// Returns the title of what a button acts on; `nil` if the button's own title says enough.
    ///
    /// A button of a row acts on the row. On the page of a record, every other button acts on the record.
    ///
    /// - Parameter row: The row of the button; `nil` for a button of the screen.
    package func subject(of row: Row?) -> String? {
        guard let row else { return recordTitle }
        return row.title.isEmpty ? nil : row.title
    }
}

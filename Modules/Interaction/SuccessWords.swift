package import FeatureKit

/// The words with which a front end says that an action has succeeded.
///
/// Create the value before the action, and take the words after it. They are a sentence if the action says what it has
/// done, such as `Rex was adopted.`; else they begin with the title of the button.
package struct SuccessWords: Sendable {
    private let button: Button
    private let action: Action?
    private let subject: String?
    private let row: String?
    /// Whether the action changes several rows.
    private let isOfMany: Bool
    /// The lists before the action; `nil` if the action adds no row.
    private let lists: [ListElement]?

    /// Creates the words about an action.
    ///
    /// - Parameters:
    ///   - button: The button of the action.
    ///   - action: The action; `nil` if it is unknown.
    ///   - subject: The title of what the action changes before the action; `nil` if the button's title says enough.
    ///   - row: The id of the row that the action changes; `nil` for anything else.
    ///   - screen: The screen before the action.
    ///   - isOnRow: Whether the action changes a row, also if no list of the screen shows it.
    package init(
        _ button: Button, of action: Action?, about subject: String?, row: String?, on screen: Screen,
        isOnRow: Bool = false
    ) {
        (self.button, self.action, self.subject, self.row) = (button, action, subject, row)
        isOfMany = false
        // An action on a row can bring other rows into sight, which are not new.
        let mayAdd =
            switch action?.effect ?? .changes {
            case .adds: true
            case .changes: row == nil && !isOnRow && action?.fields.name(of: .row) == nil
            case .shows, .loads, .reloads, .edits, .removes: false
            }
        // Only an action that adds says of the first row of a place that it is new.
        let isKnown = action?.effect == .adds || !screen.lists.isEmpty
        lists = mayAdd && isKnown && screen.phase == .ready ? screen.lists : nil
    }

    /// Creates the words about an action whose button is on a screen.
    ///
    /// Without a row, an action of a record's page changes the record.
    ///
    /// - Parameters:
    ///   - button: The button of the action.
    ///   - action: The action; `nil` if it is unknown.
    ///   - row: The row of the button; `nil` for a button of the screen.
    ///   - screen: The screen before the action.
    package init(_ button: Button, of action: Action?, on row: Row?, of screen: Screen) {
        self.init(button, of: action, about: screen.subject(of: row), row: row?.id, on: screen)
    }

    /// Creates the words about an action on several rows.
    ///
    /// - Parameters:
    ///   - button: The button of the action.
    ///   - action: The action; `nil` if it is unknown.
    ///   - titles: The titles of the rows before the action.
    package init(_ button: Button, of action: Action?, onRows titles: [String]) {
        (self.button, self.action, subject, row) = (button, action, titles.enumerated, nil)
        (isOfMany, lists) = (titles.count > 1, nil)
    }

    /// Whether the action may add a row to a list.
    package var mayAdd: Bool { lists != nil }

    /// Whether the words are a sentence that says what has happened to what, which is understood in any place.
    package var isSentence: Bool { subject != nil && action?.done != nil }

    /// The title of the button together with the title of what the action changes.
    package var title: String { button.words(about: subject) }

    /// Returns the words.
    ///
    /// They name the row of ``namedRow(on:)``. The title of a row or record that the action has changed is the new title,
    /// if the screen still shows it.
    ///
    /// - Parameter screen: The screen after the action; `nil` if it is unknown.
    package func text(on screen: Screen?) -> String {
        guard let new = namedRow(on: screen) else { return text(about: title(on: screen)) }
        return text(adding: new.title)
    }

    /// Returns the words about an action that has added a row.
    ///
    /// - Parameter row: The title of the row.
    package func text(adding row: String) -> String {
        if let done = action?.done { "\(row) \(done)." } else { button.words(about: nil) + ": \(row)" }
    }

    /// Returns the row that the words name: a row that was added by an action which says so or asks for its fields.
    ///
    /// The row is in the list that the action adds to: its rows have values for fields that the action asks for. If no
    /// list has such values, it is the only list of a place that is not a record's page, because the list of such a page
    /// may tell the record's history. A form with values changes what it shows, so it adds nothing to that list.
    ///
    /// - Parameter screen: The screen after the action; `nil` if it is unknown.
    package func namedRow(on screen: Screen?) -> Row? {
        guard let screen, action?.effect == .adds || !asked.isEmpty else { return nil }
        return newRow(in: listsOfNewRows(on: screen))?.row
    }

    /// The names of the fields that the button asks for.
    private var asked: Set<String> { Set(action?.fields.map(\.name) ?? []).subtracting(button.arguments.keys) }

    /// Returns the only new row of the lists, and its list's id; `nil` if there is none or more than one.
    package func newRow(in lists: [ListElement]) -> (list: String, row: Row)? {
        guard let old = self.lists else { return nil }
        let known = Dictionary(old.map { ($0.id, Set($0.rows.map(\.id))) }) { $1 }
        let new = lists.flatMap { list in
            list.rows.lazy.filter { known[list.id]?.contains($0.id) != true }.prefix(2).map { (list.id, $0) }
        }
        return new.count == 1 ? new.first : nil
    }

    private func listsOfNewRows(on screen: Screen) -> [ListElement] {
        let asked = asked
        let fitting = screen.lists.filter { !$0.valueNames.isDisjoint(with: asked) }
        guard fitting.isEmpty else { return fitting }
        let changesForm = screen.forms.contains { $0.action == button.action && !$0.values.isEmpty }
        let isPlain = subject == nil && screen.recordTitle == nil && !changesForm
        return isPlain && screen.lists.count == 1 ? screen.lists : []
    }

    private func text(about subject: String?) -> String {
        if let subject, let done = isOfMany ? action?.doneToMany : action?.done {
            "\(subject) \(done)."
        } else {
            button.words(about: subject) + ": done"
        }
    }

    private func title(on screen: Screen?) -> String? {
        guard let screen, subject != nil, !isOfMany else { return subject }
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

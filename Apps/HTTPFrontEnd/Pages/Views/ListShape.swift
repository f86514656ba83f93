import FeatureKit
import Interaction

/// The properties that are the same for all rows of a list.
///
/// To find them, the initializer reads every row of a table.
struct ListShape {
    let list: ListElement
    let columns: [ListElement.Column]
    /// Whether the list is a table.
    let isTable: Bool
    /// Whether any row has buttons, so that a table needs a column for them.
    let hasActions: Bool
    /// Whether people edit most columns, so that the table is no list of records but a sheet.
    let isSheet: Bool
    /// Whether each column shows numbers, by column index.
    let isNumeric: [Bool]
    /// What the cells of each column share.
    private let parts: ColumnParts
    /// The beginning of the ids of all rows.
    let prefix: String
    /// The beginning of the control that ticks a row; `nil` if the rows cannot be ticked.
    let tick: HTML.Fragment?

    init(_ list: ListElement, by maker: ActionMaker) {
        self.list = list
        let columns = list.columns ?? []
        (self.columns, isTable) = (columns, list.columns != nil)
        hasActions = list.hasButtons
        isSheet = columns.count { $0.edit != nil } * 2 > columns.count
        isNumeric = columns.map { $0.isNumeric(in: list.rows) }
        parts = ColumnParts(columns.count, maker)
        prefix = PageID.row("", in: list.id)
        tick =
            list.bulk.isEmpty
            ? nil
            : HTML.fragment { html in
                html.open("label")
                html.attribute("class", "tick")
                html.open("input")
                html.attribute("type", "checkbox")
                html.attribute("name", Tick.name)
                html.attribute("form", PageID.ticks(of: list.id))
                // The heading of a table's row names the box already.
                if list.columns != nil { html.attribute("aria-label", "Select") }
            }
    }

    /// The first of the rows' buttons that open a dialog, for each action and each place among the row's buttons of the
    /// action, with the key that presses it.
    func askers(among maker: ActionMaker) -> [(button: Button, place: Int, key: String?)] {
        var found: [(button: Button, place: Int, key: String?)] = []
        // Pointers, because copying the buttons of all rows would take most of the time.
        list.rows.withUnsafeBufferPointer { rows in
            for number in rows.indices {
                rows[number].buttons.withUnsafeBufferPointer { buttons in
                    for index in buttons.indices where buttons[index].enabled {
                        let place = index == 0 ? 0 : rows[number].place(of: index)
                        guard
                            !found.contains(where: { $0.place == place && $0.button.action == buttons[index].action }),
                            // Most rows have the same buttons.
                            number == 0 || !rows[number - 1].hasButton(like: buttons[index], at: index, place: place),
                            buttons[index].asks(
                                for: buttons[index].asked(among: maker.fields(of: buttons[index].action)))
                        else { continue }
                        let isOfRecord = maker.surroundings.isOfRecord
                        let keyed = KeyedButton.keyed(rows[number], isOfRecord: isOfRecord, of: maker.manifest)
                        let key = keyed[index].letter.map { String($0) }
                        found.append((buttons[index], place, key))
                    }
                }
            }
        }
        return found
    }
}

/// What the cells of each column of a list share, made at the first cell.
///
/// Most updates of a page write a single cell.
private final class ColumnParts {
    let maker: ActionMaker
    var beginnings: [HTML.Fragment?]
    var editors: [CellEditor??]

    init(_ count: Int, _ maker: ActionMaker) {
        self.maker = maker
        (beginnings, editors) = (Array(repeating: nil, count: count), Array(repeating: nil, count: count))
    }
}

extension ListShape {
    /// Returns the beginning of the cells of a column that is not the first.
    func beginning(ofColumn index: Int) -> HTML.Fragment {
        if let made = parts.beginnings[index] { return made }
        let beginning = HTML.fragment { html in
            html.open("td")
            html.attribute("class", isNumeric[index] ? "number" : nil)
            // The rows of a sheet are no cards in a narrow window.
            html.attribute("data-label", isSheet ? nil : columns[index].title)
        }
        parts.beginnings[index] = beginning
        return beginning
    }

    /// Returns what the cells of a column share that people edit; `nil` for any other column.
    func editor(ofColumn index: Int) -> CellEditor? {
        if let made = parts.editors[index] { return made }
        let editor = CellEditor(columns[index], in: list.id, by: parts.maker)
        parts.editors[index] = .some(editor)
        return editor
    }

    /// Whether people edit any cell.
    var hasEditors: Bool { columns.contains { $0.edit != nil } }

    /// The ids and the keys of the forms that open the dialogs of the rows' buttons.
    func askerForms(among maker: ActionMaker) -> [[String?]] {
        askers(among: maker).map { [PageID.asks($0.button.action, $0.place, in: list.id), $0.key] }
            + columns.compactMap { column in
                guard let name = column.name, let action = column.edit else { return nil }
                return [PageID.edits(name, by: action, in: list.id)]
            }
    }
}

extension Button {
    /// Returns whether another button differs only in its texts and the values of its arguments.
    func isLike(_ other: Button) -> Bool {
        action == other.action && role == other.role && (confirm == nil) == (other.confirm == nil)
            && arguments.count == other.arguments.count
            // The order of the names is usually the same, and comparing them takes less time than looking them up.
            && (arguments.keys.elementsEqual(other.arguments.keys)
                || arguments.keys.allSatisfy { other.arguments[$0] != nil })
    }
}

extension Row {
    /// Returns the number of buttons of the same action before a button.
    func place(of index: Int) -> Int { buttons[..<index].count { $0.action == buttons[index].action } }

    /// Returns whether the row has an enabled button like another row's button at the same place.
    ///
    /// - Parameters:
    ///   - other: The button of the other row.
    ///   - index: Its index in the row.
    ///   - place: The number of buttons of its action before it.
    fileprivate func hasButton(like other: Button, at index: Int, place: Int) -> Bool {
        buttons.withUnsafeBufferPointer { buttons in
            index < buttons.count && buttons[index].enabled && buttons[index].isLike(other)
                && self.place(of: index) == place
        }
    }
}

extension ListElement {
    /// Whether any row has buttons, so that a table needs a column for them.
    var hasButtons: Bool { rows.contains { !$0.buttons.isEmpty } }

    /// The hint if the list is empty; `nil` otherwise.
    var shownHint: String? { rows.isEmpty ? hint : nil }
}

extension ListElement.Column {
    /// Returns whether the cells of two columns look the same, so that only their headings may differ.
    func hasCells(of other: ListElement.Column) -> Bool {
        // The dialog of a cell that people edit says the title of its column.
        content == other.content && kind == other.kind && edit == other.edit && (edit == nil || title == other.title)
    }
}

/// The shown rows and the total of a list, such as "1–50 of 503".
struct CaptionView {
    let id: String
    let words: String
    let isTable: Bool

    /// Creates the view; `nil` for a list without a total.
    init?(_ list: ListElement) {
        guard let words = list.extent else { return nil }
        (id, self.words, isTable) = (PageID.caption(of: list.id), words, list.columns != nil)
    }
}

/// The text that an empty list shows instead of rows.
struct HintView {
    let id: String
    let words: String?
    /// The address of the whole list if a search or a filter has left no rows; `nil` otherwise.
    let whole: String?

    init(_ list: ListElement, at addresses: PageAddresses) {
        (id, words) = (PageID.hint(of: list.id), list.shownHint)
        whole = words == nil ? nil : addresses.unsearched
    }
}

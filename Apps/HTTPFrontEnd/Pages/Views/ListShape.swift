import FeatureKit

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
    /// Whether each column shows numbers, by column index.
    let isNumeric: [Bool]
    /// The beginning of the ids of all rows.
    let prefix: String
    /// The beginning of the addresses that open the dialogs of the rows' buttons.
    let dialogs: String

    init(_ list: ListElement, at addresses: PageAddresses) {
        self.list = list
        (columns, isTable) = (list.columns ?? [], list.columns != nil)
        hasActions = list.hasButtons
        isNumeric = columns.map { $0.isNumeric(in: list.rows) }
        prefix = PageID.row("", in: list.id)
        dialogs = addresses.dialogs(of: list.id)
    }

    /// The first of the rows' buttons for each action that opens a dialog.
    func askedButtons(among maker: ActionMaker) -> [Button] {
        var found: [Button] = []
        for row in list.rows {
            for button in row.buttons where button.enabled && !found.contains(where: { $0.action == button.action }) {
                if button.asks(for: button.asked(among: maker.fields(of: button.action))) { found.append(button) }
            }
        }
        return found
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
    func hasCells(of other: ListElement.Column) -> Bool { content == other.content && kind == other.kind }
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

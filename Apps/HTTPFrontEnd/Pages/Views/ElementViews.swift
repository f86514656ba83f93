import FeatureKit

/// The view of an element.
struct ElementView {
    let id: String
    /// The content; `nil` for an element of an unknown kind that has no text and no elements.
    let content: Any?
}

/// The view of a text or of a placeholder.
struct TextView {
    var template = "text"
    let style: String
    let words: String
}

/// The view of a text that stands for missing content.
struct PlaceholderView {
    let template = "placeholder"
    let words: String
    /// The screen's primary button, which may end the lack of content; `nil` if it asks for nothing.
    let primary: ActionView?
}

/// The view of a link.
struct LinkView {
    let template = "link"
    let words: String
    /// The address; `nil` for a link that is shown as text.
    let address: String?
    /// Whether the link leads to another host.
    var isOutside = false
}

/// The view of several labels with their values.
struct FieldsView {
    let template = "fields"
    let id: String
    /// The CSS class that shows the values as large figures; `nil` shows them as a table.
    let style: String?
    let items: [ItemView]
}

/// The view of a label with its value.
struct ItemView {
    let label: String
    let value: String
    let tone: ToneView?
    let detail: String?
    /// The address of the item's link, or `nil`.
    let address: String?
}

/// The view of a list without columns.
struct ListView {
    let template = "list"
    let id: String
    /// The id of the heading that names the list.
    let heading: String
    let caption: CaptionView?
    let rows: [RowView]
    let hint: HintView
    let more: MoreView
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

/// The button at the end of a list that loads more rows.
struct MoreView {
    let id: String
    let action: ActionView?
}

/// One row of a list.
struct RowView {
    let id: String
    let title: String
    let detail: String?
    let tone: ToneView?
    /// The address of the row's link, or `nil`.
    let address: String?
    /// The address that selects the row when a person presses the row's title; `nil` if the title is no button.
    let pick: String?
    /// The button that selects the row, beside the row's link.
    let choose: ChooseView?
    let isSelected: Bool
    /// The row's buttons; `nil` for a row without buttons.
    let buttons: RowButtons?
}

/// The buttons of a row: one in sight, and the others in a menu.
struct RowButtons {
    /// The menu of a row.
    struct Menu {
        let id: String
        /// The accessible name of the button that opens the menu.
        let label: String
        let actions: [ActionView]
        /// The actions that open a dialog.
        let dialogs: [ActionView]
    }

    /// The id of the row.
    let id: String
    let inSight: ActionView?
    let menu: Menu?

    /// Creates the view; `nil` for a row without buttons.
    ///
    /// The first button that destroys nothing is in sight. A menu with one entry would only hide the entry.
    init?(_ actions: [ActionView], of title: String, in row: String) {
        guard !actions.isEmpty else { return nil }
        id = row
        let first = actions.count == 1 ? 0 : actions.firstIndex { $0.role != Button.Role.destructive.rawValue }
        inSight = first.map { actions[$0] }
        let rest = actions.indices.filter { $0 != first }.map { actions[$0] }
        menu =
            rest.isEmpty
            ? nil
            : Menu(id: "\(row)+m", label: "More for \(title)", actions: rest, dialogs: rest.filter(\.asks))
    }
}

/// The button that selects a row whose title is a link.
struct ChooseView {
    let address: String
    /// The title of the row.
    let label: String
}

extension ListElement {
    /// Whether any row has buttons, so that a table needs a column for them.
    var hasButtons: Bool { rows.contains { !$0.buttons.isEmpty } }

    /// The hint if the list is empty; `nil` otherwise.
    var shownHint: String? { rows.isEmpty ? hint : nil }
}

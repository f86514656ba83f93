import FeatureKit

/// The view of an element.
struct ElementView {
    let id: String
    /// The content; `nil` for an element of an unknown kind without text.
    let content: Any?
}

/// A text, or a placeholder.
struct TextView {
    var template = "text"
    let style: String
    let words: String
}

/// Labels and values.
struct FieldsView {
    let template = "fields"
    let id: String
    /// The class of large figures; `nil` for a table.
    let style: String?
    let items: [ItemView]
}

/// A label with its value.
struct ItemView {
    let label: String
    let value: String
    let tone: ToneView?
    let detail: String?
    /// The address of its link, if it has one.
    let address: String?
}

/// A list of titles and details.
struct ListView {
    let template = "list"
    let id: String
    let caption: CaptionView?
    let rows: [RowView]
    let hint: HintView
    let more: MoreView
}

/// The number of things that a list stands for.
struct CaptionView {
    let id: String
    let words: String
    let isTable: Bool

    /// `nil` for a list without a total.
    init?(_ list: ListElement) {
        guard let total = list.total else { return nil }
        (id, isTable) = (PageID.caption(of: list.id), list.columns != nil)
        words = "\(list.rows.count.grouped) of \(total.exact ? "" : "at least ")\(total.count.grouped)"
    }
}

/// The text in place of the rows of a list.
struct HintView {
    let id: String
    let words: String?

    init(_ list: ListElement) {
        (id, words) = (PageID.hint(of: list.id), list.shownHint)
    }
}

/// The button at a list's end that loads more rows.
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
    /// The address of the row's link, if it has one.
    let address: String?
    /// The address that selects the row, if its title is a button.
    let pick: String?
    /// The button beside the row's link that selects the row.
    let choose: ChooseView?
    let isSelected: Bool
    let actions: [ActionView]
    let hasActions: Bool
}

/// A button that selects a row whose title is a link.
struct ChooseView {
    let address: String
    /// The title of the row.
    let label: String
}

extension ListElement {
    /// Whether any row has buttons, for which a table needs a column.
    var hasButtons: Bool { rows.contains { !$0.buttons.isEmpty } }

    /// The hint, if it stands in place of the rows.
    var shownHint: String? { rows.isEmpty ? hint : nil }
}

extension Int {
    /// The number with commas between thousands.
    fileprivate var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

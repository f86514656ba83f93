import FeatureKit

/// The ids of a page's parts.
///
/// Each id consists of a prefix for the kind of part and an id of the screen, so no two parts have the same id.
enum PageID {
    /// The id of the heading of the page.
    static let title = "title"

    static func element(_ id: String) -> String { "e:\(id.percentEncoded)" }
    static func heading(of element: String) -> String { "h:\(element.percentEncoded)" }
    static func parts(of section: String) -> String { "s:\(section.percentEncoded)" }
    static func tabs(of section: String) -> String { "t:\(section.percentEncoded)" }
    static func presses(of section: String) -> String { "p:\(section.percentEncoded)" }
    static func items(of fields: String) -> String { "f:\(fields.percentEncoded)" }
    static func head(of list: String) -> String { "k:\(list.percentEncoded)" }
    static func caption(of list: String) -> String { "c:\(list.percentEncoded)" }
    static func hint(of list: String) -> String { "n:\(list.percentEncoded)" }
    static func rows(of list: String) -> String { "l:\(list.percentEncoded)" }
    static func more(of list: String) -> String { "m:\(list.percentEncoded)" }
    /// Returns the id of one of several buttons.
    ///
    /// The id contains the action's name and not the button's index. With an index, an inserted button would take over
    /// the text typed for another action.
    static func button(_ index: Int, of buttons: [Button], in place: String) -> String {
        let action = buttons[index].action
        let earlier = buttons[..<index].count { $0.action == action }
        return "\(place):\(action)\(earlier > 0 ? ":\(earlier)" : "")"
    }

    /// Returns the id of the words about a drawing.
    static func words(of drawing: String) -> String { "b:\(drawing.percentEncoded)" }
    static func drawing(_ id: String) -> String { "d:\(id.percentEncoded)" }
    static func shape(_ id: String, in drawing: String) -> String {
        "d:\(drawing.percentEncoded):\(id.percentEncoded)"
    }
    /// Returns the id of the list of a drawing's shapes.
    static func shapes(of drawing: String) -> String { "i:\(drawing.percentEncoded)" }
    static func listed(_ shape: String, in drawing: String) -> String {
        "i:\(drawing.percentEncoded):\(shape.percentEncoded)"
    }

    static func ticks(of list: String) -> String { "u:\(list.percentEncoded)" }
    static func askers(of list: String) -> String { "a:\(list.percentEncoded)" }

    /// Returns the id of the form that opens the dialogs of an action in the rows of a list.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - place: The number of buttons of the same action before the button in its row.
    ///   - list: The id of the list.
    static func asks(_ action: String, _ place: Int, in list: String) -> String {
        "q:\(list.percentEncoded):\(action)\(place > 0 ? ":\(place)" : "")"
    }

    /// Returns the id of the form that opens the dialogs of a column's cells.
    static func edits(_ column: String, by action: String, in list: String) -> String {
        "q:\(list.percentEncoded):\(action):\(DialogAddress.mark(ofColumn: column))"
    }

    /// Returns the id of the button that edits a cell.
    static func cell(_ column: String, by action: String, in row: String) -> String {
        "\(row):\(action):\(DialogAddress.mark(ofColumn: column))"
    }

    static func row(_ id: String, in list: String) -> String { "r:\(list.percentEncoded):\(id.percentEncoded)" }
}

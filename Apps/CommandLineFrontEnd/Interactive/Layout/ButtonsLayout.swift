import FeatureKit
import Interaction
import TerminalKit

/// The places of the page's buttons below the elements of a page without a list.
///
/// The footer names these buttons too, but a person looks for them below the form or the text that they belong to.
struct ButtonsLayout: Sendable {
    /// A button with its place.
    struct Item: Sendable {
        let keyed: KeyedButton
        let line: Int
        /// The first cell, counted from the left of the text.
        let column: Int
        /// The number of cells.
        let width: Int
    }

    /// The number of cells between two buttons.
    ///
    /// The cursor and the mark of a draft fit into it.
    private static let gap = 4

    private(set) var items: [Item] = []
    /// The number of lines.
    var lineCount: Int { (items.last?.line ?? -1) + 1 }

    /// Places the buttons side by side, and begins a new line where they do not fit.
    ///
    /// - Parameter width: The width of a line in cells.
    init(_ buttons: [KeyedButton], width: Int) {
        var (line, column) = (0, 0)
        for keyed in buttons {
            let size = keyed.hint.width
            if column > 0, column + size > width { (line, column) = (line + 1, 0) }
            items.append(Item(keyed: keyed, line: line, column: column, width: min(size, width)))
            column += size + Self.gap
        }
    }
}

extension KeyedButton {
    /// The key and the label of the button, as the footer shows them.
    var hint: Hint { Hint(key ?? "", label, isButton: true, isEnabled: button.enabled) }
}

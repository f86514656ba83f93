import FeatureKit
import Interaction
import TerminalKit

/// The overlay with all texts of a row.
///
/// The overlay names the row by its ids, so that it shows the newest values.
struct RowDetails: Sendable, Hashable {
    let list: String
    let row: String
    /// The number of the first visible line.
    var firstLine = 0
}

extension InteractiveState {
    /// The row of the details and its list; `nil` if the row has gone.
    func subject(of details: RowDetails) -> (list: ListElement, row: Row)? {
        guard let list = page.screen.lists.first(where: { $0.id == details.list }),
            let row = list.rows.first(where: { $0.id == details.row })
        else { return nil }
        return (list, row)
    }

    /// Opens the details of the selected row.
    mutating func showDetails() {
        guard let selection = page.selection else { return }
        overlay = .details(RowDetails(list: selection.list, row: selection.id))
    }

    mutating func take(_ press: KeyPress, in details: RowDetails, _ effects: inout [InteractiveEffect]) {
        var details = details
        guard subject(of: details) != nil else { return overlay = nil }
        // The painter does not scroll beyond the last line, so remember no greater number.
        let last = Painter(self, depth: .none).lastDetailsLine(details)
        switch (press.key, press.modifiers) {
        case (.escape, _), (.enter, _), (.backspace, _), (.left, _), (.character("q"), []), (.character("h"), []):
            return overlay = nil
        case (.up, _), (.wheelUp, _), (.character("k"), []): details.firstLine = max(0, details.firstLine - 1)
        case (.down, _), (.wheelDown, _), (.character("j"), []): details.firstLine = min(last, details.firstLine + 1)
        case (.pageUp, _), (.home, _): details.firstLine = 0
        case (.pageDown, _), (.end, _): details.firstLine = last
        case (.character("y"), []): return copyRow(&effects)
        case (.character(let key), []):
            guard let keyed = button(for: key), keyed.row != nil else { return }
            return self.press(keyed.button, row: keyed.row, &effects)
        default: return
        }
        overlay = .details(details)
    }
}

import FeatureKit
import Interaction
import TerminalKit

/// The overlay with all texts of a row.
///
/// The overlay names the row by its ids, so that it shows the newest values.
struct RowDetails: OverlayState, Hashable {
    static let name = "details"

    let list: String
    let row: String
    /// The number of the first visible line.
    var firstLine = 0

    func keys(in state: InteractiveState) -> [KeyBinding<RowDetails>] {
        // The painter does not scroll beyond the last line, so remember no greater number.
        let last = { @Sendable details in Painter(state, depth: .none).lastDetailsLine(details) }
        let closing: [[KeyPattern]] = [[.escape, .enter, .backspace, .left, "h", "q"]]
        return [
            KeyBinding("Details", closing, "close", hint: "close") { _, _ in [.close] },
            KeyBinding(
                "Details", [[.up, .down], ["k", "j"], [.wheelUp, .wheelDown]], "scroll",
                hint: .init("scroll", naming: 2)
            ) { details, press in
                details.firstLine = min(max(details.firstLine + press.step, 0), last(details))
                return []
            },
            KeyBinding("Details", [[.home, .end], [.pageUp, .pageDown]], "beginning, end") { details, press in
                details.firstLine = press.step < 0 ? 0 : last(details)
                return []
            },
            KeyBinding("Details", [["y"]], "copy the row", hint: "copy") { details, _ in [.copy(details)] },
        ]
            + (state.subject(of: self).map { KeyedButton.keyed($0.row, of: state.page.manifest) } ?? [])
            .compactMap { keyed in state.binding(of: keyed) }
    }

    mutating func update(_ press: KeyPress, in state: InteractiveState) -> [OverlayEffect] {
        state.subject(of: self) == nil ? [.close] : act(press, in: state)
    }
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

    /// Returns the keys that press a button of the row; `nil` if the button has none.
    fileprivate func binding(of keyed: KeyedButton) -> KeyBinding<RowDetails>? {
        let keys = [keyed.letter, keyed.digit].compactMap { $0.map(KeyPattern.init) }
        guard !keys.isEmpty else { return nil }
        var legend = KeyLegend("Details", [keys], label(of: keyed), hint: .init(label(of: keyed), priority: 4))
        legend.isEnabled = keyed.button.enabled
        return KeyBinding(legend) { _, _ in [.press(keyed)] }
    }
}

import TerminalKit

/// The keys while a person types a filter for the loaded rows.
///
/// The page keeps the filter, so this state is empty.
struct FilterKeys: OverlayState {
    static let name = "filter"

    func keys(in state: InteractiveState) -> [KeyBinding<FilterKeys>] {
        let ending: [KeyPattern] = [.tab, .shift(.tab)] + (state.page.filter.isEmpty ? [.backspace] : [])
        return [
            KeyBinding("Filter", [[.enter], ending], "to the rows", hint: "done") { _, _ in [.endFilter] },
            KeyBinding("Filter", [[.escape, .control("g")]], "show all rows", hint: "show all") { _, _ in
                [.clearFilter]
            },
            KeyBinding("Filter", [[.up, .down], [.pageUp, .pageDown]], "move", hint: .init("move", naming: 2)) {
                [.move($1)]
            },
            KeyBinding("Filter", [[.wheelUp, .wheelDown]], "move") { [.move($1)] },
            KeyBinding("Filter", [[.control("p")]], "all commands") { _, _ in [.showPalette] },
        ] + TextInput.keys("Narrow the rows").map { legend in KeyBinding(legend) { [.editFilter($1)] } }
    }
}

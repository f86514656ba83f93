import FeatureKit
import Interaction

/// The parts of a screen on which the views of other parts depend.
struct Surroundings: Equatable {
    /// A button with its id on the page.
    struct Primary: Equatable {
        let button: Button
        let id: String
    }

    /// The primary button of a screen that is not loading, with its id on the page.
    private(set) var primary: Primary?
    /// The title of the record that the screen shows; `nil` on other screens.
    private(set) var record: String?
    /// Whether the keys belong to the record that the screen shows, and not to the rows of its lists.
    private(set) var isOfRecord = false
    /// The names and the values that each heading of a table sets, by the action of the heading's button.
    private var headings: [String: [[String: FieldValue]]] = [:]
    private var hasRows = true

    /// Creates the surroundings outside any screen.
    init() {}

    /// Creates the surroundings in a screen.
    init(_ screen: Screen) {
        (record, isOfRecord) = (screen.recordTitle, screen.isOfRecord)
        if !screen.phase.isLoading,
            let index = screen.buttons.firstIndex(where: { $0.role == .primary && $0.enabled })
        {
            primary = Primary(button: screen.buttons[index], id: PageID.button(index, of: screen.buttons, in: "b"))
        }
        hasRows = screen.lists.contains { !$0.rows.isEmpty }
        for sort in screen.lists.flatMap({ $0.columns ?? [] }).compactMap(\.sort) where sort.enabled {
            headings[sort.action, default: []].append(sort.arguments)
        }
    }

    /// Returns the names of the fields that a form for browsing leaves out.
    ///
    /// People set such a field with the headings of a table instead. If a search finds nothing, there are no headings
    /// and there is nothing to order.
    ///
    /// - Parameter action: The action of the form.
    func fieldsLeftOut(byFormsOf action: Action?) -> Set<String> {
        guard let action else { return [] }
        if !hasRows { return action.orderNames }
        return action.fieldsSet(byHeadings: headings[action.name] ?? [])
    }
}

extension ScreenDiff {
    /// Whether the ``Surroundings`` of both screens are the same, because only the contents of rows differ.
    var keepsSurroundings: Bool {
        title == nil && phase == nil && buttons == nil && up == .kept && elements.isEmpty && sections.isEmpty
            && forms.isEmpty && fields.isEmpty && drawings.isEmpty
            && lists.values.allSatisfy { edits in edits.allSatisfy { if case .set = $0 { true } else { false } } }
    }
}

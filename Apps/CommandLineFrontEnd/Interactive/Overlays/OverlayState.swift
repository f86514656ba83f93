import FeatureKit
import Interaction
import TerminalKit

/// Something in front of a page that receives the keys: its state, its keys, and what they do.
///
/// The one table of keys is also what the help and the hint line show.
protocol OverlayState: Sendable {
    /// What the keys belong to, as the title of the help says.
    static var name: String { get }
    /// Returns the keys that act now, the most useful first.
    func keys(in state: InteractiveState) -> [KeyBinding<Self>]
    /// Handles a key.
    mutating func update(_ press: KeyPress, in state: InteractiveState) -> [OverlayEffect]
}

extension OverlayState {
    mutating func update(_ press: KeyPress, in state: InteractiveState) -> [OverlayEffect] { act(press, in: state) }

    /// Does what the table says about a key.
    mutating func act(_ press: KeyPress, in state: InteractiveState) -> [OverlayEffect] {
        for binding in keys(in: state) where binding.legend.matches(press) {
            if let effects = binding.act(&self, press) { return effects }
        }
        return []
    }

    func legends(in state: InteractiveState) -> [KeyLegend] { keys(in: state).map(\.legend) }
}

/// What an overlay asks of the view.
enum OverlayEffect: Sendable {
    case close
    /// Shows another overlay instead.
    case show(InteractiveState.Overlay)
    case choose(Choice)
    case press(KeyedButton)
    /// Copies the row of the details.
    case copy(RowDetails)
    /// Closes a form and keeps its typed text as a draft.
    case keep(FormState)
    /// Closes the form and forgets its typed text.
    case discard
    /// Sends a form with the arguments of its action.
    case send(FormState, [String: FieldValue])
    /// Performs the action of a question without a form.
    case perform(InteractiveState.Confirmation)
    case editFilter(KeyPress)
    case endFilter
    case clearFilter
    /// Moves the cursor of the page.
    case move(KeyPress)
    case showPalette
    /// Does a step in the list of the records that the focused field can name.
    case step(InteractiveState.ReferenceStep)
}

extension InteractiveState {
    /// What receives the keys before the page: the help, the overlay or the filter; `nil` if the page receives them.
    var front: (any OverlayState)? { help ?? behindHelp }
    /// What the help explains; `nil` if it explains the page.
    var behindHelp: (any OverlayState)? { overlay?.content ?? (page.isFiltering ? FilterKeys() : nil) }
}

extension InteractiveState.Overlay {
    fileprivate var content: any OverlayState {
        switch self {
        case .menu(let menu): menu
        case .palette(let palette): palette
        case .form(let form): form
        case .confirmation(let confirmation): confirmation
        case .details(let details): details
        }
    }

    /// Handles a key.
    mutating func update(_ press: KeyPress, in state: InteractiveState) -> [OverlayEffect] {
        func updated<State: OverlayState>(
            _ content: State, _ overlay: (State) -> Self
        ) -> (Self, [OverlayEffect]) {
            var content = content
            let effects = content.update(press, in: state)
            return (overlay(content), effects)
        }
        let effects: [OverlayEffect]
        switch self {
        case .menu(let menu): (self, effects) = updated(menu) { .menu($0) }
        case .palette(let palette): (self, effects) = updated(palette) { .palette($0) }
        case .form(let form): (self, effects) = updated(form) { .form($0) }
        case .confirmation(let confirmation): (self, effects) = updated(confirmation) { .confirmation($0) }
        case .details(let details): (self, effects) = updated(details) { .details($0) }
        }
        return effects
    }
}

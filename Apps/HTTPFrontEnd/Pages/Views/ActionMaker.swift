import FeatureKit
import Interaction

/// Makes the views of the buttons and elements on a session's page.
///
/// A part keeps its id as long as it shows the same button, row or element, so an update finds the part by its id.
struct ActionMaker {
    let manifest: FeatureManifest
    var place: FormPlace
    /// The parts that pages of the host have written.
    let written: WrittenParts?
    /// Whether the maker leaves out rows when its task is cancelled, because nobody gets the page any more.
    var endsWhenCancelled = false
    /// The parts of the shown screen on which the views of other parts depend.
    private(set) var surroundings = Surroundings()

    /// Makes all further views for a screen.
    mutating func show(_ screen: Screen) {
        place.addresses.show(screen)
        surroundings = Surroundings(screen)
    }

    /// Returns whether the buttons of a screen follow its elements.
    ///
    /// A person fills in a form that is sent on change, and then presses a button of the screen.
    func endsWithButtons(_ screen: Screen) -> Bool {
        screen.forms.contains { $0.submits == .change && !place.addresses.isBrowsing($0.action) }
    }

    /// Makes the view of a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: The prefix of the control ids.
    ///   - values: The initial values of the button's form, such as a row's values. A person then enters only changes.
    ///   - row: The title of the button's row; `nil` for a button outside a row.
    mutating func action(
        for button: Button, id: String, beginningWith values: [String: FieldValue] = [:], of row: String? = nil
    ) -> ActionView {
        ActionView(
            button, id: id, of: manifest.action(named: button.action), values: values, of: row, on: surroundings.record,
            place: &place)
    }

    /// Returns the fields of an action.
    func fields(of action: String) -> [FieldDescription] { manifest.action(named: action)?.fields ?? [] }

    /// Makes the views of several buttons.
    mutating func actions(
        for buttons: [Button], in place: String, beginningWith values: [String: FieldValue] = [:], of row: String? = nil
    ) -> [ActionView] {
        buttons.indices.map { index in
            action(
                for: buttons[index], id: PageID.button(index, of: buttons, in: place), beginningWith: values, of: row)
        }
    }

    /// Returns the address of a link; `nil` if clients of this host cannot open it.
    func address(of link: FeatureLink?) -> String? { link.flatMap(place.addresses.address) }

    /// Makes the view of a notice, with its button and its link.
    mutating func notice(_ notice: Notice) -> NoticeView {
        var view = NoticeView(notice)
        view.opens = address(of: notice.opens)
        view.action = notice.button.map { button in
            let preset = button.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let name = ([button.action] + preset).joined(separator: " ").percentEncoded
            return action(for: button, id: "notice:\(name)")
        }
        // `u` only takes back.
        if let button = notice.button, !manifest.takesBack(button) {
            view.action?.shortcut = manifest.doesAgain(button) ? "R" : "U"
        }
        return view
    }

    /// Returns the typed texts in the order of the fields.
    func typed(_ refusedForm: RefusedForm) -> [FieldsElement.Item] {
        refusedForm.items(of: manifest.action(named: refusedForm.action)?.fields ?? [])
    }

    /// Returns the error messages in the order of the fields.
    func errors(of refusedForm: RefusedForm) -> [ErrorView] {
        let fields = fields(of: refusedForm.action).filter { refusedForm.preset[$0.name] == nil }
        return refusedForm.refusal.map {
            ErrorView.list($0, fields: fields, preset: refusedForm.preset.keys, of: manifest)
        } ?? []
    }
}

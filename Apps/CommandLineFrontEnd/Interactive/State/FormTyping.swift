package import FeatureKit
import Interaction
package import TerminalKit

/// A form that is part of a page, with the texts that a person has typed into it.
package struct FormTyping: FilledForm, Sendable {
    /// The form in the newest frame.
    package private(set) var form: FormElement
    private var fields: [FieldDescription]
    private var controls: FormControls

    /// Creates the state of a form without typed text.
    ///
    /// - Parameter fields: The fields of the form's action.
    package init(_ form: FormElement, fields: [FieldDescription]) {
        (self.form, self.fields) = (form, fields)
        controls = FormControls(FormModel(fields, FormSource(form)), isInPlace: true)
    }

    // MARK: - State

    private var model: FormModel { controls.model }
    /// The controls of the form's fields.
    var entries: [FormState.Entry] { controls.entries }
    /// The name of the field that the person is editing.
    package var focus: String? { model.focus }
    /// The key of the running call; `nil` if no call is running.
    package var call: Int? { model.call }

    /// Returns the text that a field shows.
    package func text(of name: String) -> String? { model[name]?.text }

    /// Returns the error message of a field, or `nil` if the field has no error.
    package func error(of name: String) -> String? { model[name]?.error }

    /// Returns the control of a field.
    func entry(_ name: String) -> FormState.Entry? { controls[name] }

    /// The message that belongs to no field.
    var message: String? { model.message }

    /// Whether the form has no typed text and no running call.
    var isUntouched: Bool { model.isUntouched }

    /// Returns whether the person can edit a field.
    func isEnabled(_ name: String) -> Bool { model[name]?.isEnabled == true }

    /// Returns whether the form keeps back the text of a field, because the text is invalid.
    func keepsBack(_ index: Int) -> Bool { model.keepsBack(model.fields[index]) }

    /// The title of the first field whose text the form keeps back; `nil` if there is none.
    var keptBack: String? { model.fields.first(where: model.keepsBack)?.description.title }

    /// Whether the form decides which rows a list shows, and in which order.
    var browses: Bool { fields.contains { $0.role?.browses == true } }

    /// The typed texts that the server does not have, as they are shown: they wait for the form's button or for a
    /// correction.
    ///
    /// What a person searches for is left out, because nothing is lost with it.
    var unsentTexts: [String] {
        guard !browses else { return [] }
        return model.fields.filter { $0.isUnsent && !$0.text.isEmpty && !$0.text.utf8.elementsEqual($0.saved.utf8) }
            .map(\.quotableText)
    }

    /// Returns the value that another person has saved while a person typed; `nil` if there is none.
    ///
    /// The values of the form say so, or else the feature's view.
    func theirs(of name: String) -> String? { model[name]?.theirs ?? form.problems[name]?.theirs?.formText }

    // MARK: - Keys

    /// Moves the focus into a field, and returns whether the field can have the focus.
    @discardableResult
    package mutating func enter(_ name: String) -> Bool { controls.update { $0.enter(name) } }

    /// Moves the focus out of the form.
    package mutating func leave() { controls.update { $0.leave() } }

    /// Handles a key that edits the focused field.
    ///
    /// Returns `false` for any other key.
    package mutating func edit(_ press: KeyPress) -> Bool {
        guard let index = focusedIndex else { return false }
        return controls.edit(index) { $0.take(press) }
    }

    /// Handles a click on the focused field.
    mutating func take(_ action: Hit.EntryAction, column: Int) {
        guard let index = focusedIndex else { return }
        controls.edit(index) { $0.take(action, column: column) }
    }

    private var focusedIndex: Int? { model.fields.firstIndex { $0.name == focus && $0.isEnabled } }

    /// The answers that a person can give about another person's value of a field.
    func decisions(about name: String) -> [Decision] {
        model[name]?.theirs != nil ? Decision.allCases : theirs(of: name) != nil ? [.theirs] : []
    }

    /// Takes the value that another person has saved, or else the server's value; or keeps the typed text.
    mutating func decide(_ name: String, _ decision: Decision) {
        guard let field = model[name] else { return }
        if field.theirs != nil {
            controls.update { $0.decide(name, takingTheirs: decision == .theirs) }
        } else if decision == .theirs {
            controls.update { [theirs = theirs(of: name)] in $0.type(theirs ?? field.saved, in: name) }
        }
    }

    /// Empties a field, as if the person had deleted its text and left the field.
    mutating func clear(_ name: String) { controls.update { $0.type("", in: name) } }

    @discardableResult
    mutating func edit<Result>(_ index: Int, _ change: (inout FormState.Entry) -> Result) -> Result {
        controls.edit(index, change)
    }

    mutating func check(_ index: Int) {
        controls.update { [name = entries[index].field.name] in $0.check(name) }
    }

    mutating func decide(_ index: Int, _ decision: Decision) { decide(entries[index].field.name, decision) }

    // MARK: - Calls and frames

    /// Returns the call to send for a form that submits on change, or `nil` if there is nothing to send or a call is
    /// running.
    ///
    /// The returned call counts as running from now on. Report its key with ``began(_:)``.
    package mutating func nextCall() -> Call? {
        guard form.enabled else { return nil }
        return controls.update { $0.nextChanges() }.map(call)
    }

    /// Returns the call to send for a form with a button, or `nil` if a field is invalid or contested, or a call is
    /// running.
    ///
    /// The first such field gets the focus. As with ``nextCall()``, the returned call counts as running from now on.
    package mutating func submit() -> Call? { controls.update { $0.submitChanges() }.map(call) }

    private func call(_ changes: FormModel.Changes) -> Call {
        Call(form.action, changes.values, emptied: changes.emptied, form: form.id)
    }

    /// Stores the key of the call that the form has just returned.
    package mutating func began(_ call: Int) { controls.update { $0.began(call) } }

    /// Handles the end of a call.
    ///
    /// - Parameters:
    ///   - revision: The revision that shows the effect of the call, or `nil` if that revision is unknown.
    ///   - error: The error of the call, or `nil` if the call succeeded.
    package mutating func ended(_ call: Int, revision: Int?, error: (any Error)?) {
        controls.update { [fields] in $0.ended(call, revision: revision, error: error, of: fields) }
    }

    mutating func refuse(_ refused: InputRefused) {
        // The plain view runs one call at a time, so any key names it.
        began(0)
        ended(0, revision: nil, error: refused)
    }

    /// Updates the form from a new frame.
    ///
    /// - Parameter fields: The fields that the form shows now; `nil` if they are the same as before.
    package mutating func show(_ form: FormElement, with fields: [FieldDescription]? = nil, revision: Int) {
        guard revision >= model.revision else { return }
        (self.form, self.fields) = (form, fields ?? self.fields)
        controls.update { [fields = self.fields] in $0.show(FormSource(form), of: fields, revision: revision) }
    }

    /// Returns the form for a new session at the same place, with the texts that the person typed and did not send.
    func inNewSession() -> FormTyping {
        var new = self
        new.controls.update { $0 = $0.inNewSession() }
        return new
    }
}

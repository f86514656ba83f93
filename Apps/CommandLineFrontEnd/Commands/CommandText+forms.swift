import FeatureKit
import Interaction

extension CommandText {
    /// Returns the shell command that performs the action of a form.
    ///
    /// A field that the form fills in is written as a placeholder in brackets, and a disabled field is left out. If the
    /// screen has several forms of the action, the command names the form.
    func perform(_ form: FormElement, on screen: Screen) -> String {
        let fields = manifest.actions.fields(of: form)
        let blanks = fields.filter { !form.disabled.contains($0.name) }.map { field in
            let blank = "\(field.name)=\(field.name.uppercased())"
            let isFilled = form.values[field.name].map { !$0.typedTexts.isEmpty } ?? false
            return isFilled || !field.required ? "[\(blank)]" : blank
        }
        let isOne = screen.forms.filter { $0.action == form.action }.count == 1
        let name = isOne ? [] : ["--form", form.id.shellText]
        return words(["perform", manifest.id, form.action] + blanks + name, settings)
    }
}

extension Screen {
    /// Returns the forms that can fill in the fields which a call of an action leaves out.
    ///
    /// A form that browses needs no values, because the session itself keeps what a call leaves out.
    func forms(filledInFor action: Action) -> [FormElement] {
        action.browses ? [] : forms.filter { $0.action == action.name }
    }

    /// Returns the form that fills in the fields which a call leaves out; `nil` if no form does.
    ///
    /// - Parameters:
    ///   - id: The id of the form that the person has named; `nil` to find the only form. A call with the arguments of a
    ///     button, such as the id of a row, presses the button and not the form.
    ///   - arguments: The arguments of the call.
    /// - Throws: ``CommandLineError`` if the named form is not on the screen.
    func form(
        _ id: String?, of action: Action, given arguments: [String: FieldValue]
    ) throws(CommandLineError) -> FormElement? {
        let all = forms(filledInFor: action)
        if let id {
            if let form = all.first(where: { $0.id == id }) { return form }
            let ids = all.map(\.id)
            throw .usage(
                "--form: the screen has no form \(FieldValue.quote(id)) for '\(action.name)'"
                    + (ids.isEmpty ? "; leave it out" : ", known are \(ids.joined(separator: ", "))")
                    + suggestion(for: id, among: ids))
        }
        let isButton = allButtons.contains { button in
            button.action == action.name && !button.arguments.isEmpty
                && button.arguments.allSatisfy { arguments[$0.key] == $0.value }
        }
        return all.count == 1 && !isButton ? all[0] : nil
    }
}

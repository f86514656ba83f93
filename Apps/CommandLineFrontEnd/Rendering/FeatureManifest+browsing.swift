import FeatureKit

// The front end may show the session of a server, which does not tell how its session browses. So the standard action
// `browse` decides. The standard action `visit` leads to the page of one record.

extension FeatureManifest {
    /// The options that the standard action `browse` changes.
    var browsedOptions: Set<String> { options(changedBy: "browse") }

    /// Returns the options that a standard action changes: the options with the name of one of its fields.
    func options(changedBy action: String) -> Set<String> {
        Set(self.action(named: action)?.fields.map(\.name) ?? []).intersection(options.map(\.name))
    }

    /// The names of the fields that the actions ask for, in their order.
    ///
    /// These are usually the values of the feature's records.
    var valueOrder: [String] { actions.filter { !$0.effect.onlyShows }.flatMap(\.fields).map(\.name) }

    /// Returns whether a call with some arguments only shows another place.
    func browses(_ action: String, _ arguments: [String: FieldValue]) -> Bool {
        action == "browse" && !arguments.isEmpty && browsedOptions.isSuperset(of: arguments.keys)
    }
}

extension [Action] {
    /// Returns the fields of a form's action that a person fills in.
    func fields(of form: FormElement) -> [FieldDescription] {
        let fields = first { $0.name == form.action }?.fields ?? []
        return form.browses ? FormElement.fields(toBrowse: fields) : fields
    }
}

extension FormElement {
    /// Whether the form performs the standard action `browse`.
    var browses: Bool { action == "browse" }
}

extension Screen {
    /// The form and the text field with which a person searches; `nil` if the screen has no such form.
    ///
    /// - Parameter actions: The actions of the screen's feature.
    func search(_ actions: [Action]) -> (form: FormElement, field: FieldDescription)? {
        for form in forms where form.browses && form.enabled {
            let field = actions.fields(of: form).first { $0.kind == .text && !form.disabled.contains($0.name) }
            if let field { return (form, field) }
        }
        return nil
    }
}

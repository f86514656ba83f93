package import FeatureKit

// A front end may show the session of a server, which does not tell how its session browses. So the roles of the fields
// decide.

extension FeatureManifest {
    /// The options that decide which rows a list shows, and in which order.
    package var browsedOptions: Set<String> { Set(options.lazy.filter { $0.role?.browses == true }.map(\.name)) }

    /// The names of the fields that the actions ask for, in their order.
    ///
    /// These are usually the values of the feature's records.
    package var valueOrder: [String] { actions.filter { !$0.effect.onlyShows }.flatMap(\.fields).map(\.name) }

    /// Returns whether a call with some arguments only shows other rows of a list.
    package func browses(_ action: String, _ arguments: [String: FieldValue]) -> Bool {
        !arguments.isEmpty && self.action(named: action)?.browses == true
            && browsedOptions.isSuperset(of: arguments.keys)
    }

    /// Returns the arguments of a button without the revision, which says which version of a record the button changes
    /// and not what the button does.
    package func argumentsWithoutRevision(of button: Button) -> [String: FieldValue] {
        guard let name = action(named: button.action)?.fields.name(of: .revision) else { return button.arguments }
        return button.arguments.filter { $0.key != name }
    }

    /// Returns the call that selects a row of a list.
    ///
    /// - Parameter action: ``ListElement/select``.
    package func call(selecting row: Row, by action: String) -> Call {
        let field = self.action(named: action)?.rowField
        return Call(action, field.map { [$0: .text(row.id)] } ?? [:])
    }
}

extension [Action] {
    /// Returns whether a form decides which rows a list shows, and in which order.
    package func browse(with form: FormElement) -> Bool { first { $0.name == form.action }?.browses == true }

    /// Returns the fields of a form's action that a person fills in.
    package func fields(of form: FormElement) -> [FieldDescription] {
        FormElement.typedFields(among: first { $0.name == form.action }?.fields ?? [])
    }
}

extension Screen {
    /// The form and the text field with which a person searches; `nil` if the screen has no such form.
    ///
    /// - Parameter actions: The actions of the screen's feature.
    package func search(_ actions: [Action]) -> (form: FormElement, field: FieldDescription)? {
        for form in forms where form.enabled {
            let field = actions.fields(of: form).first { $0.role == .search && !form.disabled.contains($0.name) }
            if let field { return (form, field) }
        }
        return nil
    }
}

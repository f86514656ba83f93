import FeatureKit
import Interaction

// Takes the changes of a record into the form or the question in front of its page.

extension InteractiveState {
    /// Takes the newest values into the form in front of the page.
    ///
    /// The record may have changed since the form was opened. The form then shows the other person's values beside the
    /// typed ones, so that sending the form does not replace them unseen.
    ///
    /// - Parameter isFocusing: Whether to focus a field that another person has changed.
    mutating func rebaseForm(focusing isFocusing: Bool = false) {
        guard case .form(var form) = overlay, form.call == nil, form.page == page.key else { return }
        let row = form.identity.row.flatMap(page.screen.row)
        let button = page.screen.newest(form.button, ofRow: form.identity.row, editing: form.edit, page.manifest)
        if let button {
            form.rebase(on: button, row: row)
            (form.wasOffered, form.isAway) = (true, false)
        } else if form.wasOffered, row == nil, page.screen.phase == .ready {
            form.isAway = true
        }
        if isFocusing { form.focusConflict() }
        overlay = .form(form)
    }

    /// Takes the newest title and button into the question in front of the page.
    ///
    /// A search, or rows that are not loaded, may only hide the record. The question then stays and says so. If the
    /// record is gone, there is nothing left to decide, so the question is closed, or its form is shown again.
    mutating func rebaseConfirmation() {
        guard case .confirmation(var confirmation) = overlay, confirmation.page == page.key else { return }
        let old = confirmation.button
        let row = confirmation.row.flatMap(page.screen.row)
        let edit = confirmation.form?.edit
        if let button = page.screen.newest(old, ofRow: confirmation.row, editing: edit, page.manifest), button.enabled {
            confirmation.wasOffered = true
            if let form = confirmation.form {
                // The form decides about conflicts. If there are none, the question stays.
                overlay = .form(form)
                rebaseForm(focusing: true)
                guard case .form(var new) = overlay, !new.hasConflicts else { return }
                // A field without typed text has its newest value.
                guard let arguments = new.arguments() else { return overlay = .form(new) }
                (confirmation.form, confirmation.arguments) = (new, arguments)
            }
            let subject = confirmation.row == nil ? page.screen.recordTitle : row?.title
            confirmation.rebase(on: button, about: subject)
            confirmation.isAway = false
            return overlay = .confirmation(confirmation)
        }
        guard confirmation.wasOffered, page.screen.phase == .ready else { return }
        if confirmation.row != nil, row == nil, page.mayHideRows {
            confirmation.isAway = true
            return overlay = .confirmation(confirmation)
        }
        if let form = confirmation.form {
            overlay = .form(form)
            return rebaseForm()
        }
        overlay = nil
        let isGone = confirmation.subject != nil && (confirmation.row == nil || row == nil)
        let name = confirmation.subject ?? old.title
        show(
            Notice(
                isGone
                    ? "This record is gone: \(name). The question was closed."
                    : "\u{201C}\(old.title)\u{201D} is no longer possible. The question was closed.",
                tone: .warning))
    }
}

extension Screen {
    /// Returns the newest form of a button of a row, or of the screen and its sections.
    ///
    /// The revision of the record may differ.
    func newest(
        _ button: Button, ofRow id: String?, editing edit: ColumnEdit? = nil, _ manifest: FeatureManifest
    ) -> Button? {
        if let edit { return self.button(by: edit, ofRow: id, in: manifest) }
        let arguments = manifest.argumentsWithoutRevision(of: button)
        return buttons(ofRow: id).first { new in
            new.action == button.action && new.title == button.title
                && manifest.argumentsWithoutRevision(of: new) == arguments
        }
    }

    /// Returns whether a row, or the screen or one of its sections, has a button with an action and a title.
    func hasButton(_ action: String, _ title: String, ofRow id: String?) -> Bool {
        buttons(ofRow: id).contains { $0.action == action && $0.title == title }
    }

    private func buttons(ofRow id: String?) -> [Button] {
        if let id { return row(id)?.buttons ?? [] }
        var all = buttons
        forEachElement { if case .section(let section) = $0 { all += section.buttons } }
        return all
    }
}

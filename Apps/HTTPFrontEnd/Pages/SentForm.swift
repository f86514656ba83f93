import FeatureKit
import Hummingbird

/// A form of a session's page, as a browser sent it: preset arguments in the query, what was typed in the body.
struct SentForm: Sendable {
    let action: Action
    private let preset: FormText
    private let typed: FormText
    /// What tells this sending from another, if the form says it: one that comes twice acts once.
    let key: String?

    /// The control that a form's key stands in; no field has such a name.
    private static let keyName = ".key"
    /// What the names of controls begin with, so that none has the name of one of a form's own properties (`action`,
    /// `submit`), which scripts would then not find.
    private static let prefix = "f."

    /// The name of a field's control.
    static func controlName(of field: String) -> String { prefix + field }

    /// Reads a form.
    ///
    /// - Throws: ``Problem`` for what is no form.
    init(_ request: Request, for action: Action) async throws {
        let body = try await request.readBody(of: "application/x-www-form-urlencoded")
        self.action = action
        preset = try request.readQuery()
        var typed = try FormText(String(buffer: body))
        key = typed.remove(SentForm.keyName).flatMap { $0.isEmpty || $0.utf8.count > 100 ? nil : $0 }
        self.typed = typed.droppingPrefix(SentForm.prefix)
    }

    /// Returns the values for the action's fields.
    ///
    /// A box that is not checked is not sent: it counts as `false`.
    ///
    /// - Throws: `InputRefused` with a message for each field that is wrong.
    func values() throws(InputRefused) -> [String: FieldValue] {
        var all = preset
        all.add(typed)
        try all.refuseFaults()
        var texts = all.texts
        for field in action.fields where field.kind == .boolean && field.required && texts[field.name] == nil {
            texts[field.name] = "false"
        }
        let values = try action.fields.read(texts, isForm: true)
        _ = try action.fields.check(values)
        return values
    }

    /// What was sent, to show it again with what is wrong, if a field is.
    func attempt(_ refusal: InputRefused?) -> Attempt {
        Attempt(action: action.name, preset: preset.texts, typed: typed.texts, refusal: refusal)
    }
}

import FeatureKit
import Hummingbird

/// A form of a session's page as a browser sent it: preset arguments in the query, typed text in the body.
struct SentForm: Sendable {
    let action: Action
    private let preset: FormText
    private let typed: FormText
    /// The id of the form in place that it is, if it is one.
    private let place: String?
    /// The values that a form in place was drawn with, by field; a script sends none.
    private let originals: [String: String]
    /// The key of this sending, if the form has one.
    ///
    /// A form that arrives twice acts once.
    let key: String?

    /// The name of the control that holds the key.
    ///
    /// No field has such a name.
    private static let keyName = ".key"
    /// The prefix of controls' names.
    ///
    /// Without it, a control named `action` or `submit` would hide the form's property of that name from scripts.
    private static let prefix = "f."

    /// The prefix of the hidden controls with the values that a form in place was drawn with.
    private static let originalPrefix = "o."
    /// The name in the query for the id of a form in place.
    static let formName = "form"

    /// The name of a field's control.
    static func controlName(of field: String) -> String { prefix + field }

    /// The name of the hidden control with the value that a field was drawn with.
    static func originalName(of field: String) -> String { originalPrefix + field }

    /// Reads a form.
    ///
    /// - Throws: ``Problem`` for malformed content.
    init(_ request: Request, for action: Action) async throws {
        let body = try await request.readBody(of: "application/x-www-form-urlencoded")
        self.action = action
        var query = try request.readQuery()
        place = query.remove(SentForm.formName)
        preset = query.droppingPrefix(SentForm.prefix)
        var typed = try FormText(String(buffer: body))
        key = typed.remove(SentForm.keyName).flatMap { $0.isEmpty || $0.utf8.count > 100 ? nil : $0 }
        var originals: [String: String] = [:]
        for name in typed.lists.keys where name.utf8.starts(with: SentForm.originalPrefix.utf8) {
            originals[String(name.dropFirst(SentForm.originalPrefix.count))] = typed.remove(name)
        }
        self.originals = originals
        self.typed = typed.droppingPrefix(SentForm.prefix)
    }

    /// Returns the call that the form makes.
    ///
    /// A form in place gives the fields that differ from the values that it was drawn with.
    ///
    /// - Throws: `InputRefused` with a message for each wrong field.
    func call() throws(InputRefused) -> Call {
        guard let place else { return Call(action.name, try values()) }
        try typed.refuseFaults()
        var texts = changed
        let emptied = Set(action.fields.filter { texts[$0.name].map($0.isEmptied(by:)) ?? false }.map(\.name))
        for name in emptied { texts[name] = nil }
        do {
            return Call(action.name, try action.fields.read(texts, isForm: true), emptied: emptied, form: place)
        } catch {
            // The fields that the form leaves out have their values on the screen.
            let fields = error.fields.filter { texts[$0.key] != nil }
            throw InputRefused(fields, advice: error.advice.filter { fields[$0.key] != nil })
        }
    }

    /// The texts of a form in place that differ from the values that it was drawn with.
    private var changed: [String: [String]] {
        var lists = typed.lists
        for field in action.fields where field.kind == .boolean && field.required && lists[field.name] == nil {
            if originals[field.name] != nil { lists[field.name] = ["false"] }
        }
        for field in action.fields {
            // A secret that is left empty is unchanged.
            let original = originals[field.name] ?? (field.kind == .secret ? "" : nil)
            if let texts = lists[field.name], let original, field.isSame(texts, as: original) {
                lists[field.name] = nil
            }
        }
        return lists
    }

    /// Returns the values for the action's fields.
    ///
    /// Browsers omit unchecked boxes, so a missing box counts as `false`.
    ///
    /// - Throws: `InputRefused` with a message for each wrong field.
    func values() throws(InputRefused) -> [String: FieldValue] {
        var all = preset
        all.add(typed)
        try all.refuseFaults()
        var texts = all.lists
        for field in action.fields where field.kind == .boolean && field.required && texts[field.name] == nil {
            texts[field.name] = ["false"]
        }
        let values = try action.fields.read(texts, isForm: true)
        _ = try action.fields.check(values)
        return values
    }

    /// The form's content and its error messages, to show them again; secrets are left out.
    ///
    /// A form in place has only its changed fields.
    func refusedForm(_ refusal: InputRefused?) -> RefusedForm {
        var texts = typed.shownTexts(for: action.fields)
        if place != nil {
            let changed = changed
            texts = texts.filter { changed[$0.key] != nil }
            for (name, list) in changed where typed.lists[name] == nil { texts[name] = list.first }
        }
        return RefusedForm(
            action: action.name, preset: preset.shownTexts(for: action.fields), typed: texts, refusal: refusal,
            form: place)
    }
}

extension FieldDescription {
    /// Whether the texts of a control mean the same as the text that it was drawn with.
    fileprivate func isSame(_ texts: [String], as original: String) -> Bool {
        if texts.joined(separator: "\n").hasSameLines(as: original) { return true }
        // A browser writes numbers, moments and lists in its own way.
        guard kind != .text, kind != .secret, case .success(let value) = read(texts, isForm: true),
            case .success(let other) = read([original], isForm: true)
        else { return false }
        return value == other
    }

    /// Whether the texts of a control take its value away.
    fileprivate func isEmptied(by texts: [String]) -> Bool {
        texts.allSatisfy(\.isEmpty) && (!required || !(kind == .text || kind.isList))
    }
}

extension String {
    /// Whether two texts are equal but for how browsers write the ends of lines.
    fileprivate func hasSameLines(as other: String) -> Bool {
        utf8.lazy.filter { $0 != 0x0D }.elementsEqual(other.utf8.lazy.filter { $0 != 0x0D })
    }
}

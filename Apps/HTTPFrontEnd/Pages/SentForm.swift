import FeatureKit
import Hummingbird
import Interaction

/// A form that a browser sent from a session's page.
///
/// The query contains the preset arguments. The body contains the typed text.
struct SentForm: Sendable {
    let action: Action
    private let preset: FormText
    /// The ticked rows on which the action acts.
    let ticks: [Tick]
    private let typed: FormText
    /// The id of the form element, or `nil` for a form of a button.
    let place: String?
    /// The name of the column whose cell the form edits; `nil` for any other form.
    let column: String?
    /// The text that each control had when the page was rendered, by field.
    ///
    /// Without a script, only the form of a form element has these texts.
    private let originals: [String: String]
    /// The fields whose other value the page has shown, and about which the person has not decided.
    private let undecided: Set<String>
    /// The values of other persons about which the person has decided, by field.
    private let decided: [String: String]
    /// Whether the person has only decided between their own text and another person's value.
    ///
    /// The form is then shown again with the decision, and the person sends it afterwards.
    var isDecision: Bool { !decided.isEmpty }
    /// The keys of the records that the form names by the titles that the page has shown, by field.
    private var kept: [String: String] = [:]
    /// The idempotency key of the form, or `nil`.
    ///
    /// If a form arrives twice with the same key, its action is performed once.
    let key: String?

    /// The name of the control that contains the key.
    ///
    /// No field has this name.
    static let keyName = ".key"
    /// The prefix of the names of controls.
    ///
    /// Without the prefix, a control named `action` or `submit` would hide the form's property of that name from
    /// scripts.
    private static let prefix = "f."

    /// The prefix of the names of hidden controls.
    ///
    /// A hidden control contains the text that a field had when the page was rendered.
    private static let originalPrefix = "o."
    /// The prefix of the names of the buttons that decide between two persons' values.
    private static let decisionPrefix = "t."
    /// The prefix of the names of the hidden controls that say that the person has not decided.
    private static let undecidedPrefix = "u."
    /// The prefix of the names of the hidden controls with the refused texts beside which a page offers records.
    private static let refusedPrefix = "r."
    /// The name of the query parameter that contains the id of a form element.
    static let formName = "form"
    /// The name of the query parameter that contains the name of the column whose cell a form edits.
    ///
    /// No field has this name.
    static let columnName = ".column"

    /// Returns the options in the query of a place's address, and whether a form on a page has made the query.
    static func options(in query: FormText) -> (query: FormText, isSent: Bool) {
        (query.droppingPrefix(prefix), query.lists.keys.contains { $0.utf8.starts(with: prefix.utf8) })
    }

    /// The name of a field's control.
    static func controlName(of field: String) -> String { prefix + field }

    /// The name of the hidden control that contains the text that a field had when the page was rendered.
    static func originalName(of field: String) -> String { originalPrefix + field }

    /// The name of the buttons that decide between a person's text and another person's value.
    static func decisionName(of field: String) -> String { decisionPrefix + field }

    /// The name of the hidden control that says that the person has not decided about another person's value.
    static func undecidedName(of field: String) -> String { undecidedPrefix + field }

    /// The name of the hidden control with the refused text beside which a page offers records.
    static func refusedName(of field: String) -> String { refusedPrefix + field }

    /// Parses a form.
    ///
    /// - Throws: ``Problem`` for malformed content.
    init(_ request: Request, for action: Action) async throws {
        let body = try await request.readBody(of: "application/x-www-form-urlencoded")
        var query = try request.readQuery()
        place = query.remove(SentForm.formName)
        column = query.remove(SentForm.columnName)
        _ = query.remove(PageAddresses.sharedName)
        preset = query.droppingPrefix(SentForm.prefix)
        let presets = preset.lists.keys
        let action = column.map { action.asking(only: $0, besides: presets) } ?? action
        self.action = action
        var typed = try FormText(String(buffer: body))
        ticks = typed.removeAll(Tick.name).compactMap(Tick.init)
        key = typed.remove(SentForm.keyName).flatMap { $0.isEmpty || $0.utf8.count > 100 ? nil : $0 }
        var originals: [String: String] = [:]
        for name in typed.lists.keys where name.utf8.starts(with: SentForm.originalPrefix.utf8) {
            originals[String(name.dropFirst(SentForm.originalPrefix.count))] = typed.remove(name)
        }
        var decided: [String: String] = [:]
        var undecided: Set<String> = []
        for field in action.fields {
            if typed.remove(SentForm.undecidedName(of: field.name)) != nil { undecided.insert(field.name) }
            typed.choose(field)
            guard let decision = typed.remove(SentForm.decisionName(of: field.name)).flatMap(SentDecision.init) else {
                continue
            }
            decided[field.name] = decision.theirs
            if decision.takesTheirs {
                typed.replace(SentForm.controlName(of: field.name), with: decision.theirs, isList: field.kind.isList)
            }
        }
        (self.originals, self.decided, self.undecided) = (originals, decided, undecided)
        self.typed = typed.droppingPrefix(SentForm.prefix)
    }

    /// Returns the fragment that leads back to the form's row; empty if a list outside any section has no such row.
    func fragment(on screen: Screen, of manifest: FeatureManifest) -> String {
        guard let place = screen.button(of: self, in: manifest)?.place else { return "" }
        return screen.fragment { list, row in list == place.list && row.id == place.row.id }
    }

    /// Returns the form with the keys of the records that its row names, in place of their titles.
    ///
    /// The control of a field shows a title, which several records may have. If the person has left it as it was, the form
    /// still means the record that the row names.
    func keepingReferences(of screen: Screen, in manifest: FeatureManifest) -> SentForm {
        let fields = action.fields.filter { $0.kind == .reference }
        guard place == nil, !fields.isEmpty, let row = screen.button(of: self, in: manifest)?.place?.row else {
            return self
        }
        var form = self
        for field in fields {
            guard case .text(let key) = row.values[field.name], let text = typed.texts[field.name],
                text == originals[field.name] ?? row.shownValue(of: field)?.formText
            else { continue }
            form.kept[field.name] = key
        }
        return form
    }

    /// Returns the error messages about the form's input.
    func errors(of refusal: InputRefused, in manifest: FeatureManifest) -> [ErrorView] {
        let asked = action.fields.filter { preset.lists[$0.name] == nil }
        return ErrorView.list(refusal, fields: asked, preset: preset.lists.keys, of: manifest)
    }

    /// Returns the call that the form makes.
    ///
    /// A form element sends only the fields that the person changed.
    ///
    /// - Throws: `InputRefused` with a message for each wrong field.
    func call() throws(InputRefused) -> Call {
        guard let place else { return action.call(filledInWith: try values()) }
        try typed.refuseFaults()
        var texts = changed
        let emptied = Set(action.fields.filter { texts[$0.name].map($0.isEmptied(by:)) ?? false }.map(\.name))
        for name in emptied { texts[name] = nil }
        do {
            return Call(action.name, try action.fields.read(texts, isForm: true), emptied: emptied, form: place)
        } catch {
            // Omitted fields keep the values on the screen, so their errors do not count.
            let fields = error.fields.filter { texts[$0.key] != nil }
            throw InputRefused(fields, advice: error.advice.filter { fields[$0.key] != nil })
        }
    }

    /// The texts of a form element's fields that differ from the texts when the page was rendered.
    private var changed: [String: [String]] {
        var lists = typed.lists
        for field in action.fields where field.kind == .boolean && field.required && lists[field.name] == nil {
            if originals[field.name] != nil { lists[field.name] = ["false"] }
        }
        for field in action.fields {
            // An empty secret means that the person did not change the secret.
            let original = originals[field.name] ?? (field.kind == .secret ? "" : nil)
            if let texts = lists[field.name], let original, field.isSame(texts.joined(separator: "\n"), as: original) {
                lists[field.name] = nil
            }
        }
        return lists
    }

    /// How a form agrees with a button.
    enum Match { case exact, sameRequired }

    /// Returns how the form agrees with a button; `nil` if the button makes other forms.
    ///
    /// Optional arguments, such as a revision, may have changed since the page was made.
    func match(with button: Button) -> Match? {
        guard button.action == action.name else { return nil }
        let (texts, arguments) = (preset.shownTexts(for: action.fields), button.arguments.mapValues(\.formText))
        if texts == arguments { return .exact }
        return action.fields.identifying.allSatisfy { texts[$0] == arguments[$0] } ? .sameRequired : nil
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
        for (name, key) in kept { texts[name] = [key] }
        var values = try action.fields.read(texts, isForm: true)
        if !ticks.isEmpty, let name = action.fields.name(of: .rows) { values[name] = .texts(ticks.map(\.id)) }
        if let name = action.fields.name(of: .revisions), let revisions = ticks.map(\.revision).asTexts {
            values[name] = revisions
        }
        _ = try action.fields.check(values)
        return values
    }

    /// Returns the form's content and its error messages, so that a page can show them again.
    ///
    /// The content has no secrets.
    ///
    /// A form element contributes only its changed fields.
    func refusedForm(_ refusal: InputRefused?) -> RefusedForm {
        var texts = typed.shownTexts(for: action.fields)
        if place != nil {
            let changed = changed
            texts = texts.filter { changed[$0.key] != nil }
            for (name, list) in changed where typed.lists[name] == nil { texts[name] = list.first }
        }
        return RefusedForm(
            action: action.name, preset: preset.shownTexts(for: action.fields), typed: texts,
            originals: originals.merging(decided) { $1 }, undecided: undecided, refusal: refusal, form: place,
            column: column, ticks: ticks)
    }
}

extension FormText {
    /// Decides between the text of a control and the record that a person has chosen beside it.
    ///
    /// The text stands before the record, whose choice counts unless the person has also changed the text.
    fileprivate mutating func choose(_ field: FieldDescription) {
        let name = SentForm.controlName(of: field.name)
        guard let refused = remove(SentForm.refusedName(of: field.name)), let texts = lists[name], texts.count == 2
        else { return }
        replace(name, with: texts[0] == refused ? texts[1] : texts[0], isList: false)
    }
}

extension FieldDescription {
    /// Returns whether the texts of a control mean that the person removed the field's value.
    fileprivate func isEmptied(by texts: [String]) -> Bool {
        texts.allSatisfy(\.isEmpty) && (!required || !(kind == .text || kind.isList))
    }
}

extension Screen {
    /// Returns the fragment that leads to the row whose link leads to a page; empty if a list outside any section has no
    /// such row.
    ///
    /// - Parameter page: The path and the query of the page.
    func fragment(from page: String, at addresses: PageAddresses) -> String {
        let place = PageAddresses.place(of: page)
        return fragment { _, row in row.opens.flatMap(addresses.address) == place }
    }

    /// Returns the fragment that leads to a row; empty if a list outside any section has no such row.
    fileprivate func fragment(where isRow: (_ list: String, Row) -> Bool) -> String {
        for case .list(let list) in elements {
            guard let row = list.rows.first(where: { isRow(list.id, $0) }) else { continue }
            // A browser looks for the id as it stands in the address before it decodes the address (HTML, 7.4.6.4).
            return "#" + PageID.row(row.id, in: list.id)
        }
        return ""
    }
}

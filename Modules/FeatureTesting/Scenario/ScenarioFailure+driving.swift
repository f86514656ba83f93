import FeatureKit

extension ScenarioFailure {
    /// The problem in a step of the scenario.
    var driving: String {
        switch self {
        case .noButton(let name, let row, let arguments, let all, let frame):
            Self.noButton(name, row: row, arguments, among: all, frame)
        case .severalButtons(let name, let meant, let frame):
            "\(meant.count) buttons \(name.quoted) are on \(frame.text): \(Self.list(meant))."
        case .disabled(let place, let all, let frame):
            "The button \(place.text) is disabled on \(frame.text).\nEnabled there: "
                + "\(Self.summary(all.filter(\.button.enabled)))."
        case .asks(let place, let fields): "The button \(place.text) needs input: \(fields.joined(separator: ", "))."
        case .noField(let name, let place, let fields):
            "The form of \(place.text) has no field \(name.quoted), \(Self.known(fields))"
                + Self.hint(for: name, among: fields)
        case .noForm(let id, let forms, let frame):
            "No form \(id.quoted) is on \(frame.text)\(Self.hint(for: id, among: forms.map(\.id)))\n"
                + "Its forms: \(forms.isEmpty ? "none" : forms.map(\.words).joined(separator: ", "))."
        case .noFormField(let name, let form, let fields):
            "The form \(form.words) has no field \(name.quoted), \(Self.known(fields))"
                + Self.hint(for: name, among: fields)
        case .disabledForm(let form, let frame): "The form \(form.words) is disabled on \(frame.text)."
        case .disabledField(let name, let form, let enabled):
            "The field \(name.quoted) is disabled in the form \(form.words).\n"
                + "Enabled there: \(enabled.isEmpty ? "none" : enabled.joined(separator: ", "))."
        case .unchanged(let form, let fields):
            "No value differs from the form \(form.words), which is sent on change.\nIts values: "
                + fields.map { "\($0) = \(form.values[$0]?.quoted ?? "nothing")" }.joined(separator: ", ") + "."
        case .noSelectableRow(let row, let list, let lists, let frame):
            "No row \(row.quoted) can be selected on \(frame.text)\(list.map { " in the list \($0.quoted)" } ?? "")"
                + Self.hint(for: row, among: lists.flatMap { $0.rows.map(\.title) })
                + "\nLists whose rows can be selected: "
                + "\(lists.isEmpty ? "none" : lists.map(\.id).joined(separator: ", "))."
        case .severalRows(let row, let rows, let frame):
            "\(rows.count) rows \(row.quoted) can be selected on \(frame.text): "
                + rows.map { "\($0.id), \($0.title)" }.joined(separator: "; ") + "."
        case .noCell(let column, let row, let known, let frame):
            "No cell \(column.quoted) of a row \(row.quoted) can be edited on \(frame.text)"
                + Self.hint(for: column, among: known)
                + "\nColumns whose cells can be edited: \(known.isEmpty ? "none" : known.joined(separator: ", "))."
        case .severalCells(let column, let row, let rows, let frame):
            "\(rows.count) cells \(column.quoted) of rows \(row.quoted) are on \(frame.text): "
                + rows.map { "\($0.id), \($0.title)" }.joined(separator: "; ") + "."
        case .closedCell(let column, let row, let frame):
            "The cell \(column.quoted) of the row \(row.quoted) cannot be edited on \(frame.text): "
                + "the row's button of the same action is disabled, or presets the value."
        case .accepted(let action, let stated):
            "\(action) was accepted, but the test expected a refusal for fields \(Self.list(stated))."
        case .refusal(let action, let stated, let actual):
            "\(action) was refused, but not as expected; expected (-), actual (+):\n\n"
                + difference(from: stated, to: actual)
                + "\n"
        case .otherError(let action, let stated, let error):
            "\(action) failed, but the test expected a refusal for fields \(Self.list(stated)): \(error)"
        case .endless(let action, let patience, let work):
            "\(action) has not ended within \(patience.fieldText).\n" + Self.state(work)
        default: ""
        }
    }

    private static func noButton(
        _ name: String, row: String?, _ arguments: [String: FieldValue], among all: [PlacedButton], _ frame: Frame?
    ) -> String {
        let presets = arguments.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.quoted)" }
        let place = row.map { " in a row \($0.quoted)" } ?? ""
        let preset = presets.isEmpty ? "" : " with \(presets.joined(separator: ", "))"
        // If a button with this name exists elsewhere on the screen, suggest no other name. Suggest titles rather than
        // action names.
        let isElsewhere = all.contains { $0.button.title == name || $0.button.action == name }
        let hints = [all.map(\.button.title), all.map(\.button.action)].map { suggestion(for: name, among: $0) }
        let hint = isElsewhere ? "" : hints.first { !$0.isEmpty } ?? ""
        return
            "No button \(name.quoted)\(place)\(preset) is on \(frame.text)\(hint.isEmpty ? "." : hint)\n"
            + "Its buttons: \(summary(all))."
    }

    private static func list(_ places: [PlacedButton]) -> String {
        places.map(\.textWithPlace).joined(separator: "; ")
    }

    /// The end of a message about an unknown name: the nearest match as a suggestion, or a full stop.
    private static func hint(for name: String, among names: [String]) -> String {
        let hint = suggestion(for: name, among: names)
        return hint.isEmpty ? "." : hint
    }

    /// Returns a list of buttons as text.
    ///
    /// Equal buttons of several rows appear only once.
    private static func summary(_ places: [PlacedButton]) -> String {
        var texts: [String] = []
        for place in places {
            let text = place.row == nil ? place.textWithPlace : place.text + " in rows"
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }

    private static func known(_ fields: [String]) -> String {
        fields.isEmpty ? "there are none" : "known are \(fields.joined(separator: ", "))"
    }

    private static func list(_ messages: [String: String]) -> String {
        messages.keys.sorted().joined(separator: ", ")
    }
}

extension Frame? {
    /// The frame as text: `frame 3`.
    var text: String { map { "frame \($0.revision)" } ?? "the empty screen before the first frame" }
}

extension FormElement {
    /// The form as text: `'temperature' (convert)`.
    fileprivate var words: String { "'\(id)' (\(action))" }
}

extension Notice {
    /// The notice as text: `'Rex has a home' (positive)`.
    var words: String { "'\(text)' (\(tone.rawValue))" }
}

extension String {
    fileprivate var quoted: String { "'\(self)'" }
}

extension FeatureLink {
    /// The feature and the options, as text for messages.
    var words: String {
        let options = options.sorted { $0.key < $1.key }.map { "\($0)=\($1.quoted)" }
        return "'\(feature)'" + (options.isEmpty ? "" : " with \(options.joined(separator: " "))")
    }
}

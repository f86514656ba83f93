import FeatureKit

extension ScenarioFailure {
    /// What happened to what a scenario's person did.
    var driving: String {
        switch self {
        case .noButton(let name, let row, let arguments, let all, let frame):
            Self.noButton(name, row: row, arguments, among: all, frame)
        case .severalButtons(let name, let meant, let frame):
            "\(meant.count) buttons \(name.quoted) stand on \(frame.text): \(Self.list(meant))."
        case .disabled(let place, let all, let frame):
            "The button \(place.text) is disabled on \(frame.text).\nEnabled there: "
                + "\(Self.summary(all.filter(\.button.enabled)))."
        case .asks(let place, let fields): "The button \(place.text) asks for \(fields.joined(separator: ", "))."
        case .noField(let name, let place, let fields):
            "The form of \(place.text) has no field \(name.quoted), \(Self.known(fields))"
                + "\(suggestion(for: name, among: fields).isEmpty ? "." : suggestion(for: name, among: fields))"
        case .accepted(let action, let stated):
            "\(action) was done, though stated was that it is refused for \(Self.list(stated))."
        case .refusal(let action, let stated, let actual):
            "\(action) was refused otherwise than stated (-), namely so (+):\n\n" + difference(from: stated, to: actual)
                + "\n"
        case .otherError(let action, let stated, let error):
            "\(action) failed, though stated was that it is refused for \(Self.list(stated)): \(error)"
        case .endless(let action, let patience, let work):
            "\(action) has not ended within \(patience.fieldText).\n" + Self.state(work)
        default: ""
        }
    }

    private static func noButton(
        _ name: String, row: String?, _ arguments: [String: FieldValue], among all: [StandingButton], _ frame: Frame?
    ) -> String {
        let presets = arguments.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.quoted)" }
        let place = row.map { " in a row \($0.quoted)" } ?? ""
        let preset = presets.isEmpty ? "" : " with \(presets.joined(separator: ", "))"
        // What is called so stands elsewhere; what people read is nearer than what the action is called.
        let isElsewhere = all.contains { $0.button.title == name || $0.button.action == name }
        let hints = [all.map(\.button.title), all.map(\.button.action)].map { suggestion(for: name, among: $0) }
        let hint = isElsewhere ? "" : hints.first { !$0.isEmpty } ?? ""
        return
            "No button \(name.quoted)\(place)\(preset) stands on \(frame.text)\(hint.isEmpty ? "." : hint)\n"
            + "There stand: \(summary(all))."
    }

    /// Buttons where they stand: `'Birthday' (birthday) in the row 1, Alfred Labrador`.
    private static func list(_ places: [StandingButton]) -> String {
        places.map { place in place.text + (place.row.map { " in the row \($0.id), \($0.title)" } ?? "") }
            .joined(separator: "; ")
    }

    /// Buttons, those of rows once each.
    private static func summary(_ places: [StandingButton]) -> String {
        var texts: [String] = []
        for place in places {
            let text = place.text + (place.row == nil ? "" : " in rows")
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
    /// The frame in words: `frame 3`.
    var text: String { map { "frame \($0.revision)" } ?? "the empty screen before the first frame" }
}

extension Notice {
    /// The notice in words: `'Rex has a home' (positive)`.
    var words: String { "'\(text)' (\(tone.rawValue))" }
}

extension String {
    fileprivate var quoted: String { "'\(self)'" }
}

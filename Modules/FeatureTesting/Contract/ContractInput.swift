import FeatureKit

/// A call that the contract makes to an action, and the expected outcome.
struct ContractInput {
    /// The name of the call in messages.
    let name: String
    let call: Call
    /// The names of the fields that the action must refuse.
    ///
    /// The set is empty if the call is valid.
    let refused: Set<String>

    /// Returns calls with valid, missing, wrong and hostile values.
    static func calls(of action: Action) -> [ContractInput] {
        let valid = Dictionary(uniqueKeysWithValues: action.fields.map { ($0.name, validValue(for: $0)) })
        var calls: [ContractInput] = []
        func add(_ name: String, _ arguments: [String: FieldValue], refused: Set<String>) {
            calls.append(ContractInput(name: name, call: Call(action.name, arguments), refused: refused))
        }
        add("valid input", valid, refused: [])
        let missing = action.fields().filter { $0.required && $0.defaultValue == nil }
        if !missing.isEmpty { add("no input", [:], refused: Set(missing.map(\.name))) }
        add("an unknown field", valid.merging(["no such field": true]) { $1 }, refused: ["no such field"])
        for field in action.fields {
            for value in wrongValues(for: field) {
                add("\(field.name) = \(value.quoted)", valid.merging([field.name: value]) { $1 }, refused: [field.name])
            }
            for value in hostileValues(for: field) {
                add(
                    "a hostile \(field.name)", valid.merging([field.name: value]) { $1 },
                    refused: field.check(value).isSuccess ? [] : [field.name])
            }
        }
        return calls
    }

    /// Returns calls that a form on the screen can send.
    ///
    /// One call leaves all values unchanged, and one call names an unknown field. Each further call gives one field a
    /// different, an empty, a wrong or a hostile value.
    static func calls(of form: FormElement, for action: Action) -> [ContractInput] {
        // Each required field that stays empty causes a refusal.
        let missing = Set(action.fields.filter { $0.required && form.values[$0.name] == nil }.map(\.name))
        var calls: [ContractInput] = []
        func add(_ name: String, _ arguments: [String: FieldValue], emptied: Set<String> = [], refused: Set<String>) {
            let call = Call(action.name, arguments, emptied: emptied, form: form.id)
            calls.append(ContractInput(name: "\(name) in the form '\(form.id)'", call: call, refused: refused))
        }
        add("nothing changed", [:], refused: missing)
        add("an unknown field", ["no such field": true], refused: ["no such field"])
        for field in action.fields {
            let name = field.name
            // A form acts on the row that it shows.
            guard !form.disabled.contains(name), field.role != .row || form.values[name] == nil else {
                let other = form.values[name] == validValue(for: field) ? nil : validValue(for: field)
                if let other { add("the disabled \(name)", [name: other], refused: [name]) }
                continue
            }
            let others = missing.subtracting([name])
            if let choices = form.choices[name] {
                if let choice = choices.first { add("a choice of \(name)", [name: .text(choice)], refused: others) }
                if !choices.contains("no such choice") {
                    add("\(name) = \"no such choice\"", [name: "no such choice"], refused: [name])
                }
            } else {
                add("a valid \(name)", [name: validValue(for: field)], refused: others)
                for value in hostileValues(for: field) {
                    let isAllowed = field.check(value).isSuccess
                    add("a hostile \(name)", [name: value], refused: isAllowed ? others : others.union([name]))
                }
                for value in wrongValues(for: field) {
                    add("\(name) = \(value.quoted)", [name: value], refused: others.union([name]))
                }
            }
            add("an empty \(name)", [:], emptied: [name], refused: field.required ? others.union([name]) : others)
        }
        return calls
    }

    /// Returns a valid value for a field.
    private static func validValue(for field: FieldDescription) -> FieldValue {
        switch field.kind {
        case .text, .secret, .reference: .text(validText(for: field))
        case .texts:
            .texts((0..<max(1, field.count?.min ?? 1)).map { "\($0)" + validText(for: field).dropFirst("\($0)".count) })
        case .choices: .texts(Array((field.choices ?? []).prefix(max(1, field.count?.min ?? 1))))
        case .instant: field.range?.min ?? "2026-11-22T19:46:49.000Z"
        case .integer: field.range?.min ?? field.range?.max ?? 1
        case .decimal: field.range?.min ?? field.range?.max ?? 1
        case .boolean: true
        case .choice: .text(field.choices?.first ?? "")
        case .date: field.range?.min ?? "2026-11-21"
        case .duration: field.range?.min ?? "1s"
        }
    }

    private static func validText(for field: FieldDescription) -> String {
        let lines = (field.lines?.min ?? 1) - 1
        let count = max(1, (field.length?.min ?? 1) - lines)
        return String(repeating: "a", count: count) + String(repeating: "\n", count: lines)
    }

    /// Returns values that a field's rules refuse.
    private static func wrongValues(for field: FieldDescription) -> [FieldValue] {
        let candidates: [FieldValue] = [
            "", "2", "true", "no such choice", "2026-02-30", "-1s", 0.5, true, .integer(.max), .integer(.min),
            .decimal(.infinity), .decimal(.nan), .text(String(repeating: "x", count: 100_000)),
            "2026-11-22T19:46:49", "two\nlines", .texts([]), .texts([""]), .texts(["a", "a"]), .texts(["two\nlines"]),
            .texts((0..<2_000).map { "text \($0)" }), .text("e" + String(repeating: "\u{301}\u{323}", count: 1_000)),
        ]
        return candidates.filter { !field.check($0).isSuccess }
    }

    /// Returns hostile texts, alone or in a list, for a field that accepts any text.
    private static func hostileValues(for field: FieldDescription) -> [FieldValue] {
        switch field.kind {
        case .text, .secret: hostileTexts.map { .text($0) }
        case .texts: hostileTexts.map { .texts([$0]) }
        case .integer, .decimal, .boolean, .choice, .date, .duration, .instant, .choices, .reference: []
        }
    }

    /// Texts with a special meaning for a terminal, a web page, a database or a file.
    ///
    /// Features must treat them as plain text.
    private static let hostileTexts = [
        "<script>alert(1)</script>", "\"'); DROP TABLE dogs; --", "\u{1B}[2J\u{1B}]0;owned\u{07}", "\u{202E}txt.exe",
        "nul\u{0}byte", "line\r\nbreak", "👨‍👩‍👧‍👦한국어e\u{301}", "{{name}} %n %s \\u0000", "../../etc/passwd",
    ]
}

extension FieldCheck {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

import FeatureKit

/// A call of an action with input that a contract tries.
struct ContractInput {
    /// What the call is about.
    let name: String
    /// The arguments.
    let arguments: [String: FieldValue]
    /// The fields that must be named when the call is refused by its rules; empty if it must not be.
    let refused: Set<String>

    /// Valid, missing, wrong and hostile calls of an action.
    static func calls(of action: Action) -> [ContractInput] {
        let valid = Dictionary(uniqueKeysWithValues: action.fields.map { ($0.name, validValue(for: $0)) })
        var calls = [ContractInput(name: "valid input", arguments: valid, refused: [])]
        let missing = action.fields.filter { $0.required && $0.defaultValue == nil }
        if !missing.isEmpty {
            calls.append(ContractInput(name: "no input", arguments: [:], refused: Set(missing.map(\.name))))
        }
        let unknown = valid.merging(["no such field": true]) { $1 }
        calls.append(ContractInput(name: "an unknown field", arguments: unknown, refused: ["no such field"]))
        for field in action.fields {
            for value in wrongValues(for: field) {
                calls.append(
                    ContractInput(
                        name: "\(field.name) = \(value.quoted)", arguments: valid.merging([field.name: value]) { $1 },
                        refused: [field.name]))
            }
            for text in field.kind == .text ? hostileTexts : [] {
                let isAllowed = field.check(.text(text)).isSuccess
                calls.append(
                    ContractInput(
                        name: "a hostile \(field.name)", arguments: valid.merging([field.name: .text(text)]) { $1 },
                        refused: isAllowed ? [] : [field.name]))
            }
        }
        return calls
    }

    /// A value that passes a field's rule.
    private static func validValue(for field: FieldDescription) -> FieldValue {
        switch field.kind {
        case .text: .text(String(repeating: "a", count: max(1, field.length?.min ?? 1)))
        case .integer: field.range?.min ?? field.range?.max ?? 1
        case .decimal: field.range?.min ?? field.range?.max ?? 1
        case .boolean: true
        case .choice: .text(field.choices?.first ?? "")
        case .date: field.range?.min ?? "2026-11-21"
        case .duration: field.range?.min ?? "1s"
        }
    }

    /// Values that a field's kind or rule refuses.
    private static func wrongValues(for field: FieldDescription) -> [FieldValue] {
        let candidates: [FieldValue] = [
            "", "2", "true", "no such choice", "2026-02-30", "-1s", 0.5, true, .integer(.max), .integer(.min),
            .decimal(.infinity), .decimal(.nan), .text(String(repeating: "x", count: 100_000)),
            "two\nlines", .text("e" + String(repeating: "\u{301}\u{323}", count: 1_000)),
        ]
        return candidates.filter { !field.check($0).isSuccess }
    }

    /// Texts that mean something to a terminal, a page, a database or a file, and must not here.
    private static let hostileTexts = [
        "<script>alert(1)</script>", "\"'); DROP TABLE dogs; --", "\u{1B}[2J\u{1B}]0;owned\u{07}", "\u{202E}txt.exe",
        "nul\u{0}byte", "line\r\nbreak", "👨‍👩‍👧‍👦한국어e\u{301}", "{{name}} %n %s \\u0000", "../../etc/passwd",
    ]
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

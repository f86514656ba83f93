import FeatureKit

extension FieldDescription {
    /// The explanation of the field's rule, which is shown below the field.
    var rule: String {
        let rule =
            switch kind {
            case .choice, .boolean: "← → or its first letter"
            case .choices: "Space to tick, ← → to move"
            case .texts: "One on each line, then Tab. " + expectation.prefix(1).uppercased() + expectation.dropFirst()
            case .integer where isSlider, .decimal where isSlider:
                "← → or a number. " + expectation.prefix(1).uppercased() + expectation.dropFirst()
            case .instant: "In UTC, like 2026-11-22 19:46"
            case .reference: "Its title or key, or ↓ to choose"
            case .text, .integer, .decimal, .date, .duration, .secret:
                expectation.prefix(1).uppercased() + expectation.dropFirst()
            }
        return rule + (required ? "" : ", may be left empty") + (help.map { ". \($0)" } ?? "")
    }
}

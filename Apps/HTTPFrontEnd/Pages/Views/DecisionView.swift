import FeatureKit

/// The buttons that decide between a person's text and another person's value.
struct DecisionView {
    let name: String
    /// The value of the button that keeps the person's text.
    let mine: String
    /// The value of the button that takes the other person's value.
    let other: String
    /// The hidden control that says that the person has not decided.
    let undecided: HiddenControl

    init(of field: String, about theirs: String) {
        name = SentForm.decisionName(of: field)
        undecided = HiddenControl(name: SentForm.undecidedName(of: field), value: "")
        let choices = SentDecision.choices(about: theirs)
        (mine, other) = (choices.mine, choices.theirs)
    }
}

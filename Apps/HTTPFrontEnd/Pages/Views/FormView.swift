import FeatureKit

/// A form of a page.
struct FormView {
    let method: String
    let address: String
    /// What its button says.
    let submit: String
    let role: String
    let disabled: Bool
    let controls: [ControlView]
    /// Whether it was sent and refused.
    let refused: Bool
    /// What tells one sending of it from another, for a browser without script; `nil` where the script makes its own.
    var key: String?
}

/// Something that a person sent with a form and that was not done.
struct Attempt {
    let action: String
    /// What the form's button had preset.
    let preset: [String: String]
    /// What was typed.
    let typed: [String: String]
    /// What is wrong with its fields, if that is why it was refused.
    let refusal: InputRefused?

    /// What was typed, by the titles of the fields.
    func items(of fields: [FieldDescription]) -> [FieldsElement.Item] {
        fields.compactMap { field in
            typed[field.name].flatMap { $0.isEmpty ? nil : FieldsElement.Item(label: field.title, value: $0) }
        }
    }
}

/// Where the forms of a session's page go, and the one of them that was refused.
struct FormPlace {
    let session: String
    let attempt: Attempt?
    private let key: String?
    private var count = 0
    /// Whether a script keeps what is typed.
    var keepsTyped: Bool { key == nil }
    /// Whether a form of the page shows the attempt.
    private(set) var hasShownAttempt = false

    /// Makes the place of a page's forms.
    ///
    /// - Parameters:
    ///   - session: The session's id.
    ///   - attempt: What was sent and refused.
    ///   - key: What the keys of its forms begin with, other for each page; `nil` for what several pages share.
    init(session: String, attempt: Attempt?, key: String?) {
        (self.session, self.attempt, self.key) = (session, attempt, key)
    }

    /// Makes the form of a button.
    ///
    /// Preset arguments stand in its address, where every text survives as it is.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: What the ids of its controls begin with.
    ///   - required: The fields that must be given: those that tell one form of the same action from another.
    ///   - fields: The fields to ask for.
    ///   - values: What they begin with, by their names.
    mutating func form(
        for button: Button, id: String, identifiedBy required: Set<String>, asking fields: [FieldDescription],
        beginningWith values: [String: FieldValue]
    ) -> FormView {
        count += 1
        let preset = button.arguments.mapValues(\.description)
        // What may be left out, such as a revision, can differ by now for the same row.
        func identity(_ preset: [String: String]) -> [String: String] { preset.filter { required.contains($0.key) } }
        let attempt = attempt.flatMap {
            $0.action == button.action && identity($0.preset) == identity(preset) ? $0 : nil
        }
        let query = preset.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }.query
        let controls = fields.map { field in
            ControlView(
                field, id: "\(id):\(field.name)",
                typed: attempt.map { $0.typed[field.name] ?? "" } ?? values[field.name]?.description,
                error: attempt?.refusal?.fields[field.name], isPosted: true)
        }
        // Several buttons may ask for the same; the first of their forms has the focus.
        defer { hasShownAttempt = hasShownAttempt || attempt != nil }
        return FormView(
            method: "post", address: "/sessions/\(session)/actions/\(button.action)\(query)", submit: button.title,
            role: button.role.rawValue, disabled: !button.enabled,
            controls: hasShownAttempt ? controls : controls.focusingFirstError, refused: attempt != nil,
            key: key.map { "\($0)-\(count)" })
    }
}

extension Action {
    /// Whether a button for this action fits the input: every preset argument of the button was given.
    func allows(_ input: Input, for button: Button) -> Bool {
        button.arguments.allSatisfy { name, preset in
            guard case .success(let value) = fields.first(where: { $0.name == name })?.check(preset) else {
                return input.values[name] == preset
            }
            return input.values[name] == value
        }
    }
}

extension Action {
    /// Returns whether the input contains every argument of the button, with the same value.
    func allows(_ input: Input, for button: Button) -> Bool {
        button.arguments.allSatisfy { name, preset in
            guard case .success(let value) = fields.first(where: { $0.name == name })?.check(preset) else {
                return input.values[name] == preset
            }
            return input.values[name] == value
        }
    }
}

import FeatureKit
import TerminalKit

extension FormState {
    /// Takes a key that the focused field has a use for of its own: lines of text, options to tick, a slider.
    ///
    /// - Returns: Whether it was one; other keys act on the form.
    mutating func editInside(_ press: KeyPress) -> Bool {
        guard entries.indices.contains(focus) else { return false }
        let before = entries[focus].text
        let isTaken = entries[focus].takeInside(press)
        if entries[focus].text != before { entries[focus].error = nil }
        return isTaken
    }
}

extension FormState.Entry {
    /// How many lines of the form it takes up.
    var height: Int {
        if !options.isEmpty { return options.count }
        return field.hasLines ? min(max(input.lines.count, 3), 6) : 1
    }

    /// The first line of the text that is shown, where not all are.
    var firstLine: Int { max(0, min(input.place.line - height / 2, input.lines.count - height)) }

    /// The line of the form, counted from the entry's first, that the cursor is on.
    var cursorLine: Int {
        if !options.isEmpty { return option }
        return field.hasLines ? input.place.line - firstLine : 0
    }

    mutating func takeInside(_ press: KeyPress) -> Bool {
        if !options.isEmpty { return tick(press) }
        if field.isSlider, slide(press) { return true }
        switch press.key {
        case .enter, .up, .down: return field.hasLines && input.take(press)
        default: return false
        }
    }

    /// Takes a key that moves among the options or ticks one.
    private mutating func tick(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.up, _) where option > 0: option -= 1
        case (.down, _) where option < options.count - 1: option += 1
        case (.character(" "), _), (.left, _), (.right, _): toggle(options[option])
        case (.character(let letter), []), (.character(let letter), .shift):
            let order = options.indices.map { (option + 1 + $0) % options.count }
            guard let next = order.first(where: { options[$0].lowercased().hasPrefix(letter.lowercased()) }) else {
                return true
            }
            option = next
        case (.paste, _), (.backspace, _), (.delete, _): break
        default: return false
        }
        return true
    }

    /// Whether an option is ticked.
    func isTicked(_ option: String) -> Bool { text.formLines.contains(option) }

    private mutating func toggle(_ option: String) {
        let ticked = text.formLines
        let chosen = options.filter { ticked.contains($0) != ($0 == option) }
        input = TextInput(chosen.joined(separator: "\n"), hasLines: true)
    }

    /// Takes a key that moves a slider.
    private mutating func slide(_ press: KeyPress) -> Bool {
        let steps: Int
        switch press.key {
        case .left: steps = -1
        case .right: steps = 1
        case .pageDown: steps = -10
        case .pageUp: steps = 10
        case .home: steps = .min
        case .end: steps = .max
        default: return false
        }
        guard let text = field.sliderText(from: text, steps: steps) else { return false }
        input = TextInput(text)
        return true
    }
}

extension FieldDescription {
    /// How far along a slider's range a text is, from 0 to 1; `nil` if the text is no number.
    func sliderFraction(of text: String) -> Double? {
        guard let min = Double(fieldValue: range?.min), let max = Double(fieldValue: range?.max), max > min,
            let number = Double(text), number.isFinite
        else { return nil }
        return Swift.min(1, Swift.max(0, (number - min) / (max - min)))
    }

    /// The text of a slider after some steps from another; from its smallest number, where there is no other.
    fileprivate func sliderText(from text: String, steps: Int) -> String? {
        guard let min = Double(fieldValue: range?.min), let max = Double(fieldValue: range?.max),
            let step = Double(fieldValue: step), step > 0
        else { return nil }
        let last = ((max - min) / step + 1e-9).rounded(.down)
        let current = Double(text).map { (($0 - min) / step).rounded() }
        let place = Swift.min(last, Swift.max(0, current.map { $0 + Double(steps) } ?? 0))
        let number = min + place * step
        if kind == .integer { return Int(exactly: number.rounded()).map { String($0) } }
        // 0.1 times 3 is not 0.3: the digits are those of the step and of the smallest number.
        let digits = [step, min].map { value in
            (0...9).first { (value * pow10($0)).rounded() == value * pow10($0) } ?? 9
        }
        let scale = pow10(digits.max() ?? 9)
        return String((number * scale).rounded() / scale)
    }

    private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

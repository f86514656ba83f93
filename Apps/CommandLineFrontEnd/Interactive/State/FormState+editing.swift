import FeatureKit
import TerminalKit

extension FormState.Entry {
    /// Returns the number of lines that the entry takes in a form.
    ///
    /// - Parameter room: The width of the entry in cells, without its label.
    func height(in room: Int) -> Int { options.isEmpty ? textHeight : optionLines(in: room).count }

    /// Whether the person types lines of text, and ticks no options.
    var hasLines: Bool { options.isEmpty && field.hasLines }

    /// The number of lines of the text.
    var textHeight: Int {
        guard field.hasLines else { return 1 }
        // On a page, a text takes as many lines as its field allows. The box of a form in front has less room.
        let most = field.lines?.max ?? 6
        return max(1, min(max(input.lines.count, 3), isInPlace ? most : min(most, 6)))
    }

    /// The number of the first visible line of the text, if the text does not fit.
    var firstLine: Int { max(0, min(input.place.line - textHeight / 2, input.lines.count - textHeight)) }

    /// Returns the line with the cursor, counted from the first line of the entry.
    func cursorLine(in room: Int) -> Int {
        guard options.isEmpty else { return optionLines(in: room).firstIndex { $0.contains(option) } ?? 0 }
        return field.hasLines ? input.place.line - firstLine : 0
    }

    /// The cells between two options on a line.
    static let optionGap = 2

    /// Returns the options of each line, with as many options on a line as fit.
    func optionLines(in room: Int) -> [Range<Int>] {
        var (lines, used) = ([Range<Int>](), 0)
        for (index, option) in options.enumerated() {
            let width = option.madeVisible.displayWidth + 4
            if let last = lines.last, used + Self.optionGap + width <= room {
                lines[lines.count - 1] = last.lowerBound..<index + 1
                used += Self.optionGap + width
            } else {
                lines.append(index..<index + 1)
                used = width
            }
        }
        return lines
    }

    mutating func takeInside(_ press: KeyPress) -> Bool {
        if !options.isEmpty { return tick(press) }
        if field.isSlider, slide(press) { return true }
        if stepDay(press) { return true }
        switch press.key {
        case .enter, .up, .down: return field.hasLines && input.take(press)
        default: return false
        }
    }

    /// Handles a key that moves between the options or ticks an option.
    private mutating func tick(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.left, _): option = max(0, option - 1)
        case (.right, _): option = min(options.count - 1, option + 1)
        case (.character(" "), _): toggle(options[option])
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

    /// Returns whether an option is ticked.
    func isTicked(_ option: String) -> Bool { text.formLines.contains(option) }

    private mutating func toggle(_ option: String) {
        let ticked = text.formLines
        let chosen = options.filter { ticked.contains($0) != ($0 == option) }
        input = TextInput(chosen.joined(separator: "\n"), hasLines: true)
    }

    /// Handles a key that moves a slider.
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
    /// Returns the position of a slider for a text, from 0 to 1, or `nil` if the text is not a number.
    func sliderFraction(of text: String) -> Double? {
        guard let min = Double(fieldValue: range?.min), let max = Double(fieldValue: range?.max), max > min,
            let number = Double(text), number.isFinite
        else { return nil }
        return Swift.min(1, Swift.max(0, (number - min) / (max - min)))
    }

    /// Returns the text of a slider at a position from 0 to 1.
    func sliderText(at fraction: Double) -> String? {
        guard let min = Double(fieldValue: range?.min), let max = Double(fieldValue: range?.max),
            let step = Double(fieldValue: step), step > 0
        else { return nil }
        let steps = ((max - min) / step * fraction).rounded()
        return sliderText(from: String(min), steps: Int(steps))
    }

    /// Returns the text of a slider after a number of steps.
    ///
    /// The slider starts from `text`, or from the smallest number if `text` is not a number.
    fileprivate func sliderText(from text: String, steps: Int) -> String? {
        guard let min = Double(fieldValue: range?.min), let max = Double(fieldValue: range?.max),
            let step = Double(fieldValue: step), step > 0
        else { return nil }
        let last = ((max - min) / step + 1e-9).rounded(.down)
        let current = Double(text).map { (($0 - min) / step).rounded() }
        let place = Swift.min(last, Swift.max(0, current.map { $0 + Double(steps) } ?? 0))
        let number = min + place * step
        if kind == .integer { return Int(exactly: number.rounded()).map { String($0) } }
        // In floating point, 0.1 times 3 is not 0.3. Round the result to the number of digits of the step and the
        // smallest number.
        let digits = [step, min].map { value in
            (0...9).first { (value * pow10($0)).rounded() == value * pow10($0) } ?? 9
        }
        let scale = pow10(digits.max() ?? 9)
        return String((number * scale).rounded() / scale)
    }

    private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

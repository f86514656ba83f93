import FeatureKit

extension FormState.Entry {
    /// Returns a line of the text of a disabled field.
    func disabledText(ofLine part: Int) -> String {
        guard options.isEmpty else { return part == 0 ? options.filter(isTicked).joined(separator: ", ") : "" }
        guard textHeight > 1 else { return text }
        let lines = input.lines.map { String($0) }
        return part < lines.count ? lines[part] : ""
    }

    /// Returns a line of the text as it is shown, and the cursor's column if the cursor is on this line.
    ///
    /// A secret is shown as dots.
    func shownText(ofLine part: Int) -> (text: ArraySlice<Character>, cursor: Int?) {
        if field.kind == .secret {
            return (ArraySlice(repeatElement("•", count: input.characters.count)), input.cursor)
        }
        guard field.hasLines else { return (input.characters[...], input.cursor) }
        let (lines, place, line) = (input.lines, input.place, firstLine + part)
        return (line < lines.count ? lines[line] : [], line == place.line ? place.column : nil)
    }
}

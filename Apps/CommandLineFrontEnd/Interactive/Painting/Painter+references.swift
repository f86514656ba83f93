import FeatureKit
import TerminalKit

// Draws the list of the records that the focused field can name.

extension Painter {
    /// Draws the list of a field on the page in front of the lines below the field, or above it if there is more room.
    mutating func paintReferencesInFront() {
        guard state.overlay == nil, let place = referencePlace, let list = state.references, list.isOpen else { return }
        let (below, above) = (areas.footer - place.line - 1, place.line - 1)
        let count = min(list.lineCount, max(below, above))
        guard count > 0 else { return }
        let start = below >= count ? place.line + 1 : above >= count ? place.line - count : place.line + 1
        let lines = start..<min(start + count, areas.footer)
        buffer.fill(columns: place.columns, lines: lines, style: theme.field(isFocused: true))
        for (number, line) in lines.enumerated() {
            hit(columns: place.columns, line: line, .nothing)
            paintReference(number, of: lines.count, columns: place.columns, line: line)
        }
    }

    /// Draws a line of the list.
    ///
    /// - Parameters:
    ///   - number: The number of the line.
    ///   - count: The number of all lines.
    mutating func paintReference(_ number: Int, of count: Int, columns: Range<Int>, line: Int) {
        guard let list = state.references else { return }
        if let message = list.message {
            guard number == 0 else { return }
            buffer.write(message, column: columns.lowerBound, line: line, style: theme.dim, limit: columns.count)
            return
        }
        let first = scrolled(list.choices.count, index: list.cursor ?? 0, height: count)
        let row = first + number
        guard list.choices.indices.contains(row) else { return }
        let (choice, isSelected) = (list.choices[row], row == list.cursor)
        if isSelected {
            buffer.fill(columns: columns, lines: line..<line + 1, style: theme.selection)
            buffer.write("❯", column: columns.lowerBound, line: line, style: theme.selection.adding(.bold))
        }
        let hasMore = number == 0 && first > 0 || number == count - 1 && row < list.choices.count - 1
        let end = columns.upperBound - (hasMore ? 2 : 0)
        var column = columns.lowerBound + 2
        column += buffer.write(
            choice.title.oneLine.madeVisible, column: column, line: line, style: isSelected ? theme.selection : .plain,
            limit: max(0, end - column))
        if let detail = choice.detail, column + 2 < end {
            buffer.write(
                detail.oneLine.madeVisible, column: column + 2, line: line,
                style: isSelected ? theme.selection : theme.dim, limit: end - column - 2)
        }
        if hasMore {
            let sign = number == 0 && first > 0 ? "↑" : "↓"
            buffer.write(
                sign, column: columns.upperBound - 1, line: line, style: isSelected ? theme.selection : theme.dim)
        }
        hit(columns: columns, line: line, .reference(row))
    }
}

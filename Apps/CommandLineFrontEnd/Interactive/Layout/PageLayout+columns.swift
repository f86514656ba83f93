import FeatureKit
import TerminalKit

extension PageLayout {
    /// Places elements side by side if there is room.
    ///
    /// Code needs room for its longest line, because a line that is cut tears drawings and tables.
    ///
    /// Returns whether the elements were placed.
    mutating func addColumns(_ elements: [Element], width: Int, _ context: Context) -> Bool {
        let gap = 4
        guard elements.count > 1 else { return false }
        let room = (width - gap * (elements.count - 1)) / elements.count
        guard room >= 20, !elements.contains(where: { $0.hasCode(widerThan: room) }) else { return false }
        var (parts, rowCount) = ([PageLayout](), rowCount)
        for element in elements {
            var part = PageLayout(width: room)
            part.rowCount = rowCount
            part.add(element, width: room, context)
            // Rows and forms need more room than texts.
            guard part.stops.isEmpty || room >= 30 else { return false }
            rowCount = part.rowCount
            parts.append(part)
        }
        self.rowCount = rowCount
        append(parts, gap: gap)
        return true
    }
}

extension Element {
    /// Whether the element contains code with a line of more than `width` cells.
    fileprivate func hasCode(widerThan width: Int) -> Bool {
        switch self {
        case .text(let text):
            text.style == .code && text.text.codeLines.contains { $0.madeVisible.displayWidth > width }
        case .section(let section): section.elements.contains { $0.hasCode(widerThan: width) }
        default: false
        }
    }
}

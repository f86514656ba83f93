import FeatureKit
import Interaction
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Copies texts of the page to the clipboard of the terminal's user, as lines of values between tabs.

extension InteractiveState {
    /// The number of Base64 characters that terminals accept for the clipboard.
    ///
    /// xterm and its descendants have this limit. Some terminals accept more.
    private static let longestCopy = 74_994

    /// Copies the selected row, or the page if no row is selected.
    mutating func copyRow(_ effects: inout [InteractiveEffect]) {
        guard let row = page.row, let list = page.list else { return copyPage(&effects) }
        copy(row, in: list, &effects)
    }

    /// Copies a row.
    mutating func copy(_ row: Row, in list: ListElement, _ effects: inout [InteractiveEffect]) {
        copy(line(of: row, in: list), saying: "Row copied: \u{201C}\(row.title)\u{201D}", &effects)
    }

    /// Copies all values and loaded rows of the page.
    mutating func copyPage(_ effects: inout [InteractiveEffect]) {
        var lines: [String] = []
        page.screen.forEachElement { element in
            switch element {
            case .list(let list):
                if let columns = list.columns { lines.append(columns.map { $0.title.copied }.joined(separator: "\t")) }
                lines += list.rows.map { line(of: $0, in: list) }
            case .fields(let fields): lines += fields.items.map { "\($0.label.copied)\t\($0.value.copied)" }
            case .text(let text): lines.append(text.text.copiedLines)
            case .progress(let progress): lines.append("\(progress.title.copied)\t\((progress.words ?? "").copied)")
            case .chart(let chart): lines += chart.copiedLines
            case .drawing(let drawing): lines += [drawing.alt.copied] + drawing.shapes.map(\.line.copied)
            case .image(let image): lines.append(image.words.copied)
            case .placeholder(let placeholder): lines.append(placeholder.text.copiedLines)
            default: break
            }
        }
        guard !lines.isEmpty else { return show(Notice("There is nothing to copy on this page", tone: .warning)) }
        copy(lines.joined(separator: "\n"), saying: copiedCount ?? "\u{201C}\(page.title)\u{201D} copied", &effects)
    }

    /// The number of copied rows and of all rows, in words; `nil` for a page without rows.
    ///
    /// Copying loads no further rows.
    private var copiedCount: String? {
        let lists = page.screen.lists
        let count = lists.reduce(0) { $0 + $1.rows.count }
        guard count > 0 else { return nil }
        guard lists.contains(where: { $0.more != nil }) else {
            return "\(count.grouped) \(count == 1 ? "row" : "rows") copied"
        }
        let total = lists.reduce(0) { $0 + max($1.rows.count, $1.total?.count ?? 0) }
        let isExact = lists.allSatisfy { $0.more == nil || $0.total?.exact == true }
        guard total > count else { return "\(count.grouped) rows copied; the rest is not loaded" }
        return "\(count.grouped) of \(isExact ? "" : "at least ")\(total.grouped) rows copied; the rest is not loaded"
    }

    private func line(of row: Row, in list: ListElement) -> String {
        let texts = list.columns.map { columns in columns.map { $0.text(of: row) } } ?? [row.title, row.detail ?? ""]
        return texts.map(\.copied).joined(separator: "\t")
    }

    private mutating func copy(_ text: String, saying success: String, _ effects: inout [InteractiveEffect]) {
        let encoded = Data(text.utf8).base64EncodedString()
        guard encoded.utf8.count <= Self.longestCopy else {
            let limit = Self.longestCopy / 4 * 3 / 1000
            return show(Notice("The text is too long to copy: at most \(limit) KB fit the clipboard", tone: .warning))
        }
        effects.append(.copy(encoded))
        // Plain, because the terminal does not say whether it has accepted the text.
        show(Notice(success))
    }
}

extension ChartElement {
    /// The title, and a table of the labels and the values.
    fileprivate var copiedLines: [String] {
        let heading = [caption.copied, ([""] + series.map(\.name.copied)).joined(separator: "\t")]
        return heading
            + labels.enumerated().map { index, label in
                ([label.copied] + series.map { Self.text(of: $0.value(at: index)) }).joined(separator: "\t")
            }
    }
}

extension String {
    /// The text as people see it, without the characters that separate copied values.
    ///
    /// A control character could end the paste of a terminal, which would then run the rest as commands.
    fileprivate var copied: String { String(map { $0 == "\t" || $0.isNewline ? " " : $0 }).madeVisible }

    /// The lines of the text as people see them.
    fileprivate var copiedLines: String {
        split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).madeVisible } }
            .map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
}

import FeatureKit

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
        copy(line(of: row, in: list), named: row.title, &effects)
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
            case .text(let text): lines.append(text.text)
            case .placeholder(let placeholder): lines.append(placeholder.text)
            default: break
            }
        }
        guard !lines.isEmpty else { return show(Notice("There is nothing to copy on this page", tone: .warning)) }
        copy(lines.joined(separator: "\n"), named: page.title, &effects)
    }

    private func line(of row: Row, in list: ListElement) -> String {
        let texts = list.columns.map { columns in columns.map { $0.text(of: row) } } ?? [row.title, row.detail ?? ""]
        return texts.map(\.copied).joined(separator: "\t")
    }

    private mutating func copy(_ text: String, named name: String, _ effects: inout [InteractiveEffect]) {
        let encoded = Data(text.utf8).base64EncodedString()
        guard encoded.utf8.count <= Self.longestCopy else {
            let limit = Self.longestCopy / 4 * 3 / 1000
            return show(Notice("The text is too long to copy: at most \(limit) KB fit the clipboard", tone: .warning))
        }
        effects.append(.copy(encoded))
        // The terminal does not say whether it has accepted the text.
        show(Notice("\u{201C}\(name)\u{201D} was sent to the terminal\u{2019}s clipboard", tone: .positive))
    }
}

extension String {
    /// The text without the characters that separate copied values.
    fileprivate var copied: String { String(map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
}

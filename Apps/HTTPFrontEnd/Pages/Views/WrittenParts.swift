import FeatureKit
import Synchronization

/// The rows and the templates of dialogs that pages have written lately, for all pages that show the same ones.
///
/// Most pages show rows that another page has shown before: many people open the same list, and a change of a list leaves
/// most rows as they are. Such rows are copied instead of written. Only the id of the session and the idempotency key
/// differ between pages; they stand in slots.
///
/// The memory is limited. The parts that no page has used for the longest time are forgotten first.
final class WrittenParts: Sendable {
    /// The maximum size of the HTML and the texts of all remembered parts, in bytes.
    static let bytesLimit = 4 << 20
    /// The maximum size of the HTML and the texts of one remembered part, in bytes.
    static let partLimit = 16 << 10
    /// The maximum number of remembered contexts.
    private static let contextsLimit = 256

    private struct Key: Hashable {
        let context: Int
        /// The id of a row; empty for another part.
        let row: String
    }

    private final class Part: Sendable {
        let row: Row?
        let isSelected: Bool
        let fragment: HTML.Fragment
        /// The size of the HTML and of the row's texts, in bytes.
        let size: Int

        init(_ fragment: HTML.Fragment, of row: Row? = nil, isSelected: Bool = false) {
            (self.row, self.isSelected, self.fragment) = (row, isSelected, fragment)
            // A page may not show all texts of a row.
            size = fragment.count + (row?.textSize ?? 0)
        }
    }

    private struct Memory {
        var contexts: [PartContext: Int] = [:]
        var lastNumber = 0
        /// The parts that were used since ``older`` was replaced.
        var recent: [Key: Part] = [:]
        var older: [Key: Part] = [:]
        var recentBytes = 0

        /// Returns the number of a context.
        mutating func number(of context: PartContext) -> Int {
            if let number = contexts[context] { return number }
            // The parts in forgotten contexts are no longer found, and so they are forgotten too.
            if contexts.count == WrittenParts.contextsLimit { contexts = [:] }
            lastNumber += 1
            contexts[context] = lastNumber
            return lastNumber
        }

        mutating func part(_ key: Key) -> Part? {
            if let part = recent[key] { return part }
            guard let part = older.removeValue(forKey: key) else { return nil }
            keep(part, as: key)
            return part
        }

        mutating func keep(_ part: Part, as key: Key) {
            if recentBytes + part.size > WrittenParts.bytesLimit / 2 { (older, recent, recentBytes) = (recent, [:], 0) }
            recentBytes += part.size - (recent.updateValue(part, forKey: key)?.size ?? 0)
        }
    }

    private let memory = Mutex(Memory())

    /// Returns the rows of a list; `nil` if other pages cannot use them.
    func rows(of shape: ListShape, at place: FormPlace) -> Rows? {
        guard place.addresses.session.isUnreserved else { return nil }
        let context = PartContext.rows(RowsContext(of: shape, at: place))
        return Rows(parts: self, context: memory.withLock { $0.number(of: context) })
    }

    /// The rows of lists that write equal rows alike.
    struct Rows {
        fileprivate let parts: WrittenParts
        fileprivate let context: Int

        /// Returns a row as a page has written it; `nil` if no page has written it lately.
        func fragment(of row: Row, isSelected: Bool) -> HTML.Fragment? {
            guard row.hasShortID else { return nil }
            let key = Key(context: context, row: row.id)
            let part = parts.memory.withLock { $0.part(key) }
            guard let part, part.isSelected == isSelected, part.row == row else { return nil }
            return part.fragment
        }

        /// Remembers a row that a page has written.
        func keep(_ fragment: HTML.Fragment, of row: Row, isSelected: Bool) {
            guard row.hasShortID else { return }
            parts.keep(Part(fragment, of: row, isSelected: isSelected), as: Key(context: context, row: row.id))
        }
    }

    /// Returns the template of the dialogs of a button in rows as another page has written it, or writes it.
    ///
    /// - Parameters:
    ///   - button: The button, with the values that are the same in all rows.
    ///   - id: The id of the form that opens the dialogs.
    ///   - feature: The id of the feature.
    ///   - write: Writes the template.
    func template(for button: Button, id: String, in feature: String, _ write: (inout HTML) -> Void) -> HTML.Fragment {
        let context = PartContext.template(feature: feature, form: id, button)
        let (key, part) = memory.withLock { memory in
            let key = Key(context: memory.number(of: context), row: "")
            return (key, memory.part(key))
        }
        if let part { return part.fragment }
        let fragment = HTML.fragment(capacity: 2048, write)
        keep(Part(fragment), as: key)
        return fragment
    }

    private func keep(_ part: Part, as key: Key) {
        guard part.size <= WrittenParts.partLimit else { return }
        memory.withLock { $0.keep(part, as: key) }
    }
}

extension Row {
    /// The size of all texts, in bytes.
    fileprivate var textSize: Int {
        let values = [values] + buttons.flatMap { [$0.arguments, $0.values] }
        let texts = values.joined().lazy.map { $0.value.formText.utf8.count }.reduce(0, +)
        return texts + cells.values.lazy.map(\.utf8.count).reduce(title.utf8.count + (detail?.utf8.count ?? 0), +)
    }

    /// Whether the id can be looked up in little time, and differs from every other id in more than its normal form.
    fileprivate var hasShortID: Bool {
        guard id.utf8.count <= 128 else { return false }
        let isASCII = id.utf8.withContiguousStorageIfAvailable { bytes in bytes.reduce(0) { $0 | $1 } < 0x80 }
        return isASCII ?? id.utf8.allSatisfy { $0 < 0x80 }
    }
}

/// Everything that decides how a page writes a part, besides a row, its selection and the slots.
private enum PartContext: Hashable {
    case rows(RowsContext)
    case template(feature: String, form: String, Button)
}

private struct RowsContext: Hashable {
    private struct Column: Hashable {
        let title: String
        let content: ListElement.Column.Content
        let kind: FieldKind?
        let isNumeric: Bool
    }

    private let feature: String
    private let list: String
    private let isTable: Bool
    private let columns: [Column]
    private let hasActions: Bool
    private let select: String?
    private let isShared: Bool
    /// The options on which it depends whether a link opens in the session.
    private let fixed: [String: FieldValue]?
    private let fragment: String?
    private let hasKey: Bool
    private let sessionLength: Int

    init(of shape: ListShape, at place: FormPlace) {
        let addresses = place.addresses
        (feature, list, isTable) = (addresses.manifest.id, shape.list.id, shape.isTable)
        columns = shape.columns.indices.map { index in
            Column(
                title: shape.columns[index].title, content: shape.columns[index].content,
                kind: shape.columns[index].kind, isNumeric: shape.isNumeric[index])
        }
        (hasActions, select, isShared) = (shape.hasActions, shape.list.select, addresses.isShared)
        (fixed, fragment, hasKey) = (addresses.fixed, place.fragment, place.key != nil)
        sessionLength = addresses.session.utf8.count
    }
}

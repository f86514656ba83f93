import FeatureKit
import Synchronization

/// The rows, the kinds of their buttons and the templates of dialogs that pages have written lately, for all pages that
/// show the same ones.
///
/// Most pages show rows that another page has shown before: many people open the same list, and a change of a list leaves
/// most rows as they are. Such rows are copied instead of written. Only the id of the session and the idempotency key
/// differ between pages; they stand in slots.
///
/// The memory is limited. The parts and the contexts that no page has used lately are forgotten first.
final class WrittenParts: Sendable {
    /// The maximum size of the HTML and the texts of all remembered parts, in bytes.
    static let bytesLimit = 4 << 20
    /// The maximum size of the HTML and the texts of one remembered part, in bytes.
    static let partLimit = 16 << 10
    /// The maximum size of the remembered buttons of a list, in bytes.
    private static let buttonsLimit = 4 << 10
    /// The maximum number of remembered contexts.
    private static let contextsLimit = 256
    /// The approximate size of a remembered part besides its HTML and its texts, in bytes.
    private static let overhead = 512

    private struct Key: Hashable {
        let context: Int
        /// The id of a row; empty for another part.
        let row: String
    }

    private final class Part: Sendable {
        let row: Row?
        let isSelected: Bool
        let fragment: HTML.Fragment
        /// The size in memory, in bytes.
        let size: Int

        init(_ fragment: HTML.Fragment, of row: Row? = nil, isSelected: Bool = false) {
            (self.row, self.isSelected, self.fragment) = (row, isSelected, fragment)
            // A page may not show all texts of a row.
            size = WrittenParts.overhead + fragment.count + (row?.textSize ?? 0)
        }
    }

    private struct Memory {
        /// The contexts that were used since ``olderContexts`` was replaced.
        var contexts: [PartContext: Int] = [:]
        var olderContexts: [PartContext: Int] = [:]
        var lastNumber = 0
        /// The kinds of buttons of a row of each list, by the number of the list's context.
        var buttons: [Int: [RowButton]] = [:]
        var olderButtons: [Int: [RowButton]] = [:]
        /// The parts that were used since ``older`` was replaced.
        var recent: [Key: Part] = [:]
        var older: [Key: Part] = [:]
        var recentBytes = 0

        /// Returns the number of a context.
        mutating func number(of context: PartContext) -> Int {
            if let number = contexts[context] { return number }
            if contexts.count == WrittenParts.contextsLimit / 2 {
                (olderContexts, contexts) = (contexts, [:])
                (olderButtons, buttons) = (buttons, [:])
            }
            lastNumber += 1
            let number = olderContexts[context] ?? lastNumber
            contexts[context] = number
            return number
        }

        /// Keeps a part.
        ///
        /// - Returns: The forgotten parts, so that the caller can free them after the lock.
        mutating func keep(_ part: Part, as key: Key) -> [Key: Part] {
            var forgotten: [Key: Part] = [:]
            if recentBytes + part.size > WrittenParts.bytesLimit / 2 {
                (forgotten, older, recent, recentBytes) = (older, recent, [:], 0)
            }
            recentBytes += part.size - (recent.updateValue(part, forKey: key)?.size ?? 0)
            return forgotten
        }
    }

    private let memory = Mutex(Memory())

    /// Returns the rows of a list; `nil` if other pages cannot use them.
    func rows(of shape: ListShape, at place: FormPlace) -> Rows? {
        // Other ids can be equal although their bytes differ.
        guard place.addresses.session.isUnreserved, shape.list.id.isASCII, place.fragment?.isASCII != false else {
            return nil
        }
        let context = PartContext.rows(RowsContext(of: shape, at: place))
        return memory.withLock { memory in
            let number = memory.number(of: context)
            let buttons = memory.buttons[number] ?? memory.olderButtons[number] ?? []
            return Rows(parts: self, context: number, buttons: buttons)
        }
    }

    /// The rows of lists that write equal rows alike.
    struct Rows {
        fileprivate let parts: WrittenParts
        fileprivate let context: Int

        /// The kinds of buttons of a row that a page has written, in their order; empty if no page has written one lately.
        let buttons: [RowButton]

        /// Remembers the kinds of buttons of a row.
        func keep(_ buttons: [RowButton]) {
            guard buttons.count <= 16, buttons.reduce(0, { $0 + $1.size }) <= WrittenParts.buttonsLimit else { return }
            _ = parts.memory.withLock { $0.buttons.updateValue(buttons, forKey: context) }
        }

        /// Returns a row as a page has written it; `nil` if no page has written it lately.
        func fragment(of row: Row, isSelected: Bool) -> HTML.Fragment? {
            guard row.hasShortID else { return nil }
            guard let part = parts.part(Key(context: context, row: row.id)), part.isSelected == isSelected,
                part.row?.isWritten(like: row) == true
            else { return nil }
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
        let key = Key(context: memory.withLock { $0.number(of: context) }, row: "")
        if let part = part(key) { return part.fragment }
        let fragment = HTML.fragment(capacity: 2048, write)
        keep(Part(fragment), as: key)
        return fragment
    }

    private func part(_ key: Key) -> Part? {
        let found = memory.withLock { memory -> (part: Part, forgotten: [Key: Part])? in
            if let part = memory.recent[key] { return (part, [:]) }
            return memory.older.removeValue(forKey: key).map { ($0, memory.keep($0, as: key)) }
        }
        return found?.part
    }

    private func keep(_ part: Part, as key: Key) {
        guard part.size <= WrittenParts.partLimit else { return }
        _ = memory.withLock { $0.keep(part, as: key) }
    }
}

extension Row {
    /// The size of all texts, in bytes.
    fileprivate var textSize: Int {
        let values = [values, opens?.options ?? [:]] + buttons.flatMap { [$0.arguments, $0.values] }
        let texts = [title, detail ?? "", opens?.title ?? ""] + cells.values + buttons.map { $0.confirm ?? "" }
        return values.joined().lazy.map { $0.value.formText.utf8.count }.reduce(0, +)
            + texts.lazy.map(\.utf8.count).reduce(0, +)
    }

    /// Returns whether both rows have the same bytes in all texts, so that their HTML is the same.
    ///
    /// Rows that are equal by `==` can have texts in different normal forms.
    fileprivate func isWritten(like other: Row) -> Bool {
        withUnsafeBytes(of: self) { own in
            // The same storage: most rows of a page that is loaded again.
            withUnsafeBytes(of: other) { own.elementsEqual($0) }
        } || self == other && hasBytes(of: other)
    }

    /// Returns whether an equal row has the same bytes in all texts.
    private func hasBytes(of other: Row) -> Bool {
        title.hasBytes(of: other.title) && (detail ?? "").hasBytes(of: other.detail ?? "")
            && values.hasBytes(of: other.values)
            && cells.allSatisfy { other.cells[$0.key]?.hasBytes(of: $0.value) ?? false }
            && (opens?.options ?? [:]).hasBytes(of: other.opens?.options ?? [:])
            && buttons.indices.allSatisfy { index in
                buttons[index].title.hasBytes(of: other.buttons[index].title)
                    && (buttons[index].confirm ?? "").hasBytes(of: other.buttons[index].confirm ?? "")
                    && buttons[index].arguments.hasBytes(of: other.buttons[index].arguments)
                    && buttons[index].values.hasBytes(of: other.buttons[index].values)
            }
    }

    /// Whether the id can be looked up in little time, and differs from every other id in more than its normal form.
    fileprivate var hasShortID: Bool {
        id.utf8.count <= 128 && id.isASCII
    }
}

extension String {
    fileprivate var isASCII: Bool {
        let isASCII = utf8.withContiguousStorageIfAvailable { bytes in bytes.reduce(0) { $0 | $1 } < 0x80 }
        return isASCII ?? utf8.allSatisfy { $0 < 0x80 }
    }
}

extension [String: FieldValue] {
    /// Returns whether equal values have the same bytes.
    fileprivate func hasBytes(of other: [String: FieldValue]) -> Bool {
        allSatisfy { name, value in
            switch (value, other[name]) {
            case (.text(let text), .text(let same)?): text.hasBytes(of: same)
            case (.decimal(let number), .decimal(let same)?): number.bitPattern == same.bitPattern
            case (.texts(let texts), .texts(let same)?): zip(texts, same).allSatisfy { $0.hasBytes(of: $1) }
            default: true
            }
        }
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
        let edit: String?
    }

    private let feature: String
    private let list: String
    private let isTable: Bool
    private let columns: [Column]
    private let hasActions: Bool
    private let select: String?
    private let canTick: Bool
    private let isShared: Bool
    /// The options on which it depends whether a link opens in the session; `nil` if none does.
    private let fixed: [String: FieldValue]?
    private let browsed: [String: Set<String>]
    private let fragment: String?
    private let keyLength: Int?
    private let sessionLength: Int

    init(of shape: ListShape, at place: FormPlace) {
        let addresses = place.addresses
        (feature, list, isTable) = (addresses.manifest.id, shape.list.id, shape.isTable)
        columns = shape.columns.indices.map { index in
            Column(
                title: shape.columns[index].title, content: shape.columns[index].content,
                kind: shape.columns[index].kind, isNumeric: shape.isNumeric[index], edit: shape.columns[index].edit)
        }
        (hasActions, select, isShared) = (shape.hasActions, shape.list.select, addresses.isShared)
        (fixed, browsed) = addresses.isShared ? (nil, [:]) : (addresses.fixed, addresses.browsed)
        canTick = shape.tick != nil
        (fragment, keyLength) = (place.fragment, place.key?.utf8.count)
        sessionLength = addresses.session.utf8.count
    }
}

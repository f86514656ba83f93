package import FeatureKit
import FeatureStorage

/// The list of the records that the focused field can name, as the store finds them by the typed text.
///
/// The field keeps the keys. The list takes only those that move in it, and only an answer to its newest question.
struct ReferenceList: Sendable {
    /// The field that the list belongs to.
    enum Owner: Sendable, Hashable {
        /// A field of the form in front of the page.
        case dialog(FormState.Identity, name: String)
        /// A field of a form on the page with a key.
        case page(Int, form: String, name: String)
    }

    /// How much of the list is known.
    enum Progress: Sendable {
        case asking
        case found
        case failed
    }

    /// How long the list waits for more typed letters before it asks.
    static let pause = Duration.milliseconds(100)
    /// The maximum number of rows that are visible at once.
    static let rowLimit = 6

    let owner: Owner
    let field: FieldDescription
    /// The text of the field, as the list knows it.
    private var text: String
    /// The words that the newest question searches for.
    private var search = ""
    /// The number of the newest question.
    private var number: Int
    /// The time at which the list asks; `nil` if it has asked.
    private(set) var due: Duration?
    private(set) var progress = Progress.asking
    /// The found records, in the order of the store.
    private(set) var choices: [FeatureKit.Choice] = []
    /// Where the next page begins; `nil` if there is none, or if the list has asked for it.
    private var next: String?
    /// The number of the row with the cursor; `nil` while the text has it.
    private(set) var cursor: Int?
    /// Whether the person sees the list.
    private(set) var isOpen = true
    /// The error of the field, as the list knows it.
    private var error: String?
    /// The number of lines that the list takes.
    ///
    /// It only grows, so that typing does not move the lines below the list.
    private(set) var lineCount = 1

    /// Creates the list of a field that has just got the focus.
    ///
    /// - Parameters:
    ///   - text: The text of the field. The list searches only for what is typed from now on.
    ///   - number: A number below those of all questions of the list.
    init(_ owner: Owner, of field: FieldDescription, text: String, after number: Int, at now: Duration) {
        (self.owner, self.field, self.text, self.number) = (owner, field, text, number)
        due = now
    }

    /// The number of the newest question, from which the list of another field goes on.
    var lastNumber: Int { number }

    // MARK: - Questions

    /// Takes the newest text of the field.
    mutating func follow(_ newest: String, at now: Duration) {
        guard !newest.utf8.elementsEqual(text.utf8) else { return }
        text = newest
        (search, cursor, next, due) = (newest.trimmed, nil, nil, now + Self.pause)
        if !isOpen { open() }
    }

    /// Returns the question to ask now; `nil` if there is none.
    mutating func question(at now: Duration) -> ReferenceQuestion? {
        if let due {
            guard due <= now else { return nil }
            (self.due, next) = (nil, nil)
            number += 1
            return ReferenceQuestion(number: number, field: field, search: search)
        }
        guard isOpen, let cursor, let after = next, cursor + Self.rowLimit >= choices.count else { return nil }
        next = nil
        return ReferenceQuestion(number: number, field: field, search: search, after: after)
    }

    /// Takes the answer to a question; that to an older question changes nothing.
    mutating func take(_ answer: Result<ChoicePage, any Error>, to question: ReferenceQuestion) {
        guard question.number == number, due == nil else { return }
        switch answer {
        case .success(let page):
            let id = cursor.flatMap { choices.indices.contains($0) ? choices[$0].id : nil }
            let known = Set(question.after == nil ? [] : choices.map(\.id))
            // A record can move to a later page between two questions.
            choices = (question.after == nil ? [] : choices) + page.choices.filter { !known.contains($0.id) }
            cursor = id.flatMap { id in choices.firstIndex { $0.id == id } }
            (next, progress) = (page.next, .found)
        case .failure:
            // The loaded rows stay if only a further page is missing.
            guard question.after == nil else { return }
            (choices, cursor, next, progress) = ([], nil, nil, .failed)
        }
        lineCount = max(lineCount, min(Self.rowLimit, choices.count))
    }

    // MARK: - The cursor

    /// What the list says instead of rows; `nil` if it has rows.
    var message: String? {
        guard choices.isEmpty else { return nil }
        return switch progress {
        case .asking: "Loading…"
        case .found: "No matches"
        case .failed: "The list could not be loaded."
        }
    }

    /// Whether the down key moves in the list or opens it.
    var takesDown: Bool { !isOpen || !choices.isEmpty }

    /// Moves the cursor; the step before the first row leads back to the text.
    mutating func move(by step: Int) {
        guard isOpen else { return open() }
        let row = (cursor ?? -1) + step
        cursor = row < 0 || choices.isEmpty ? nil : min(row, choices.count - 1)
    }

    /// Makes room for an error of the field, when there is another one than before.
    mutating func note(_ newest: String?) {
        if newest != nil, newest != error { close() }
        error = newest
    }

    mutating func close() { (isOpen, cursor, lineCount) = (false, nil, 1) }

    private mutating func open() {
        isOpen = true
        lineCount = max(1, min(Self.rowLimit, choices.count))
    }

    /// Takes the record of a row, and closes the list; returns `false` if there is no such row.
    ///
    /// The list then searches for nothing more, because the field has its value.
    mutating func take(_ row: Int) -> Bool {
        guard choices.indices.contains(row) else { return false }
        text = choices.text(naming: row)
        close()
        return true
    }
}

extension [FeatureKit.Choice] {
    /// Returns the text that names a record: its title, or its key if another of the records has the same title.
    func text(naming index: Int) -> String {
        let choice = self[index]
        let title = SearchText.fold(choice.title)
        let isOnly = allSatisfy { $0.id == choice.id || SearchText.fold($0.title) != title }
        return isOnly ? choice.title : choice.id
    }
}

/// A question for a page of the records that a field can name.
package struct ReferenceQuestion: Sendable, Hashable {
    /// The number of the question; those for further pages have the number of the one for the first page.
    let number: Int
    /// The field, which names the feature of the records.
    package let field: FieldDescription
    /// The words that the records contain; an empty text selects all records.
    package let search: String
    /// Where the page begins; `nil` for the first page.
    package var after: String?
}

package import FeatureKit

extension RecordTargets: ChoiceSource {
    /// Returns a page of a feature's records whose texts contain some words.
    package func choices(
        in feature: String, matching search: String, after cursor: String?, limit: Int
    ) async throws -> ChoicePage? {
        guard let target = self.feature(feature), let type = target.type,
            let resources = sharedResources
        else { return nil }
        return try await resources.choices(
            of: type, matching: try target.feature.query(searching: search), after: cursor, limit: limit)
    }

    /// Returns the key of the record of a feature that a text names: its key, or a title that only this record has.
    ///
    /// - Returns: The key; `nil` if the host lacks the feature.
    /// - Throws: ``UnknownReference`` if the text names no record or several; any error of the store.
    func key(of text: String, in feature: String, from store: any RecordStore) async throws -> String? {
        guard let type = type(of: feature) else { return nil }
        if let row = try await store.named(for: type).rows(of: type.collection, ids: [text]).first { return row.id }
        // A title with many words is found by its first ones.
        let words = SearchText.words(of: text).filter { $0.utf8.count <= RecordQuery.wordByteLimit }
        let search = words.prefix(RecordQuery.wordLimit).joined(separator: " ")
        guard !search.isEmpty else { throw UnknownReference(text: text, choices: []) }
        let folded = SearchText.fold(text)
        var (found, exact, cursor) = ([Choice](), [Choice](), String?.none)
        // A further record may have the same title. A stranger's text must not read a whole large collection.
        var pages = 0
        repeat {
            pages += 1
            let page = try await choices(in: feature, matching: search, after: cursor, limit: 1000)
            let matches = page?.choices ?? []
            exact += matches.filter { SearchText.fold($0.title) == folded }
            if found.isEmpty { found = Array(matches.prefix(UnknownReference.choiceLimit)) }
            cursor = page?.next
        } while cursor != nil && exact.count < UnknownReference.choiceLimit && pages < 10
        guard exact.count == 1, cursor == nil, let only = exact.first else {
            throw UnknownReference(
                text: text, choices: exact.isEmpty ? found : exact, isTitle: !exact.isEmpty,
                isCertain: cursor == nil || exact.count > 1)
        }
        return only.id
    }
}

/// The error for a text that names no record, or several.
struct UnknownReference: Error {
    let text: String
    /// The records that the text may mean.
    let choices: [Choice]
    /// Whether the choices have the text as their title.
    var isTitle = false
    /// Whether it is known how many records have the text as their title.
    ///
    /// It is not if too many records contain its words to read all of them.
    var isCertain = true
    /// The number of ``choices`` that are enough, since a message names one fewer and says that there are more.
    static let choiceLimit = 4

    /// Returns the error for the input of a field.
    func asInput(of field: FieldDescription, among others: String) -> InputRefused {
        let shown = FieldValue.quote(text)
        let some = choices.prefix(3).map { isTitle ? "\($0.id)\($0.detail.map { " (\($0))" } ?? "")" : $0.title }
        let list = some.joined(separator: ", ") + (choices.count > 3 ? ", …" : "")
        let message = "expected the key or the title of a record of \(others), got \(shown)"
        guard !choices.isEmpty else {
            return InputRefused([field.name: message], advice: [field.name: "There are no \(others) called \(shown)."])
        }
        guard isTitle || isCertain else {
            return InputRefused(
                [field.name: "\(message), and too many contain its words; give a key"],
                advice: [
                    field.name: "Too many \(others) contain \(shown). Choose one from the list, or enter its key."
                ])
        }
        guard isTitle else {
            return InputRefused(
                [field.name: "\(message); did you mean \(list)?"],
                advice: [field.name: "There are no \(others) called \(shown). Did you mean \(list)?"])
        }
        return InputRefused(
            [
                field.name: isCertain
                    ? "\(message), the title of several; give one of the keys \(list)"
                    : "\(message), which may be the title of several; give a key, such as \(list)"
            ],
            advice: [
                field.name:
                    "Several \(others) \(isCertain ? "are" : "may be") called \(shown). "
                    + "Choose one from the list, or enter its key: \(list)."
            ])
    }
}

extension RecordKeeping {
    /// Returns the query that finds the feature's records by words, with the same index as its list.
    func query(searching words: String) throws -> RecordQuery? {
        let options = manifest.options
        guard let search = options.name(of: .search) else {
            let type = try recordType(for: try options.check([:], noun: "option"))
            do throws(SearchTooLong) { return try RecordQuery(RecordIndex(type), search: words) } catch {
                throw InputRefused(["search": "\(error)"])
            }
        }
        return try query(for: try options.check(words.isEmpty ? [:] : [search: .text(words)], noun: "option"))
    }

    /// Returns the index of the feature's list, for other queries of the type that it lists by default.
    func index(of type: any Record.Type) -> RecordIndex {
        (try? query(searching: "a"))??.index ?? RecordIndex(type)
    }
}

extension RecordResources {
    fileprivate func choices<T: Record>(
        of type: T.Type, matching query: RecordQuery?, after text: String?, limit: Int
    ) async throws -> ChoicePage? {
        guard let collection = try storedRecords(of: type).sharedCollection else { return nil }
        let cursor = try text.map { text in
            guard let cursor = RecordCursor(text: text, matching: query) else {
                throw InputRefused(["after": "expected 'next' of an answer to the same search"])
            }
            return cursor
        }
        let page =
            if let query { try await collection.page(matching: query, after: cursor, limit: limit) } else {
                try await collection.page(after: cursor, limit: limit)
            }
        let fields = T.fields.map(\.description)
        let choices = page.records.map { stored in
            Choice(
                id: stored.id, title: fields.title(of: stored.values) ?? stored.id,
                detail: fields.detail(of: stored.values))
        }
        return ChoicePage(choices: choices, next: page.next?.text)
    }
}

extension RecordCursor {
    /// The cursor as a text for an address; it names the position only, because pages of choices have no other order.
    fileprivate var text: String { "\(position)" }

    fileprivate init?(text: String, matching query: RecordQuery?) {
        guard let position = Int64(text), position > 0 else { return nil }
        self.init(position: position, query: query?.fingerprint ?? 0)
    }
}

extension [FieldDescription] {
    /// Returns the first values that are no part of the title, numbers with their labels; `nil` if there are none.
    ///
    /// - Parameter limit: The maximum number of values.
    func detail(of values: [String: FieldValue], limit: Int = 1) -> String? {
        let titling = Set(titling.map(\.name))
        let shown: Set<FieldKind> = [.text, .choice, .integer, .decimal, .date]
        let texts = [String](
            lazy.compactMap { field -> String? in
                guard !titling.contains(field.name), shown.contains(field.kind),
                    let text = values[field.name]?.shownText(as: field.kind), !text.isEmpty
                else { return nil }
                return field.kind == .integer || field.kind == .decimal ? "\(field.title) \(text)" : text
            }.prefix(limit))
        return texts.isEmpty ? nil : texts.joined(separator: " · ")
    }
}

public import FeatureKit

extension HistoryEntry {
    /// Returns the sentence that tells people of the entry.
    ///
    /// An example is `Kim changed Name from "Rex" to "Max".`
    ///
    /// - Parameters:
    ///   - fields: The fields of the record, in their order.
    ///   - titles: The titles of the records, by their keys, because the entries of other records stand beside. With `nil`
    ///     the sentence does not name the record.
    ///   - isNumbered: Whether the number of each change stands beside.
    ///   - isRedo: Whether the entry does again what an earlier change took back.
    public func sentence(
        _ fields: [FieldDescription], titles: [String: String]? = nil, isNumbered: Bool = false, isRedo: Bool = false
    ) -> String {
        let who = cause?.name ?? "Somebody"
        let what = titles.map { title(fields, among: $0) } ?? "the record"
        let end =
            cause?.undone.map { isNumbered ? ", taking back change \($0)" : isRedo ? " (redo)" : " (undo)" } ?? ""
        switch operation {
        case .inserted: return "\(who) \(cause?.undone == nil ? "added" : "brought back") \(what)\(end)."
        case .removed: return "\(who) removed \(what)\(end)."
        case .many(let count):
            let records = "\(count.grouped) \(count == 1 ? "record" : "records")"
            return cause == nil ? "\(records) were written at once." : "\(who) wrote \(records) at once."
        case .updated:
            let known = fields.filter { before[$0.name] != after[$0.name] }
            let changes = known.map { field in
                func text(_ values: [String: FieldValue]) -> String {
                    guard let text = values[field.name]?.shownText(as: field.kind) else { return "nothing" }
                    return field.kind == .text ? FieldValue.quote(text) : text
                }
                return "\(field.title) from \(text(before)) to \(text(after))"
            }
            let list = changes.isEmpty ? "values that this version does not know" : changes.joined(separator: ", ")
            return "\(who) changed \(titles == nil ? "" : "\(what): ")\(list)\(end)."
        }
    }

    /// The time of the entry for people, without milliseconds.
    public var timeText: String {
        let milliseconds = instant.millisecondsSince1970
        return Instant(bounding: milliseconds - milliseconds % 1000).shownText
    }

    /// The title of the entry's record, as far as the entry knows it.
    package func titleText(_ fields: [FieldDescription]) -> String? {
        // An update knows only the values that it changed.
        if operation == .updated, !fields.titling.allSatisfy({ after[$0.name] != nil }) { return nil }
        return fields.title(of: operation == .removed ? before : after)
    }

    private func title(_ fields: [FieldDescription], among titles: [String: String]) -> String {
        (titleText(fields) ?? titles[id]).map { FieldValue.quote($0) } ?? "the record \(FieldValue.quote(id))"
    }
}

extension [HistoryEntry] {
    /// The entries of each change, in the order of their first entries.
    package var byChange: [[HistoryEntry]] {
        var places: [Int64: Int] = [:]
        var changes: [[HistoryEntry]] = []
        for entry in self {
            if let place = places[entry.change] {
                changes[place].append(entry)
            } else {
                places[entry.change] = changes.count
                changes.append([entry])
            }
        }
        return changes
    }

    /// The numbers of the changes that do again what a change of the entries took back.
    ///
    /// The entries are in the order from the newest to the oldest.
    package var redos: Set<Int64> {
        var (undos, redos): (Set<Int64>, Set<Int64>) = ([], [])
        for entry in reversed() {
            guard let undone = entry.cause?.undone else { continue }
            if undos.contains(undone) { redos.insert(entry.change) } else { undos.insert(entry.change) }
        }
        return redos
    }

    /// Returns the titles of the records, by their keys, as far as the entries know them.
    ///
    /// The entries are in the order from the newest to the oldest.
    package func titles(_ fields: [FieldDescription]) -> [String: String] {
        var titles: [String: String] = [:]
        for entry in self where titles[entry.id] == nil { titles[entry.id] = entry.titleText(fields) }
        return titles
    }

    /// Returns the sentence that tells people of a change of one or more records.
    ///
    /// An example is `Kim changed 3 dogs: "Rex", "Max", "Bo".`
    ///
    /// - Parameters:
    ///   - fields: The fields of the records, in their order.
    ///   - titles: The titles of the records, by their keys.
    ///   - name: The plural noun for the records.
    ///   - isRedo: Whether the change does again what an earlier one took back.
    package func sentence(
        _ fields: [FieldDescription], titles: [String: String], of name: String, isRedo: Bool = false
    ) -> String {
        guard count > 1, let first else { return first?.sentence(fields, titles: titles, isRedo: isRedo) ?? "" }
        let operations = Set(map(\.operation))
        let isUndo = first.cause?.undone != nil && !isRedo
        let verb =
            switch operations.count == 1 ? first.operation : .updated {
            case .inserted: isUndo || isRedo ? "brought back" : "added"
            case .removed: "removed"
            case .updated, .many: isUndo ? "changed back" : "changed"
            }
        // The records in the order in which they were changed.
        let known = reversed().compactMap { $0.titleText(fields) ?? titles[$0.id] }.map { FieldValue.quote($0) }
        let list = known.count == count ? ": \(known.enumerated)" : ""
        let end = isRedo ? " (redo)" : isUndo && verb == "removed" ? " (undo)" : ""
        return "\(first.cause?.name ?? "Somebody") \(verb) \(count.grouped) \(name)\(list)\(end)."
    }
}

extension Sequence<FieldDescription> {
    /// The fields whose values make the title of a record: those that say so, or else the first one with a text.
    var titling: [FieldDescription] {
        let titling = filter(\.isInTitle)
        return titling.isEmpty ? Array(filter { $0.kind == .text }.prefix(1)) : titling
    }

    /// Returns the title of the record with the given values; `nil` if it has none.
    package func title(of values: [String: FieldValue]) -> String? {
        let texts = titling.compactMap { values[$0.name]?.shownText(as: $0.kind) }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Returns the title in quotes.
    func quotedTitle(of values: [String: FieldValue]) -> String? { title(of: values).map { FieldValue.quote($0) } }
}

extension JSONWriter {
    /// Writes entries of a history as an array of objects.
    ///
    /// An entry has the members `number`, `change`, `instant`, `operation` (`inserted`, `updated`, `removed` or `many`),
    /// and, if they are known, `record`, `count`, `before`, `after`, `person` with `id` and `name`, `feature`, `action` and
    /// `undone`.
    package mutating func history(_ entries: [HistoryEntry]) {
        array(entries) { writer, entry in writer.entry(entry) }
    }

    private mutating func entry(_ entry: HistoryEntry) {
        raw("{\"number\":")
        integer(Int(entry.number))
        raw(",\"change\":")
        integer(Int(entry.change))
        raw(",\"instant\":")
        string(entry.instant.description)
        raw(",\"operation\":")
        string(entry.operation.word)
        if case .many(let count) = entry.operation {
            raw(",\"count\":")
            integer(count)
        } else {
            raw(",\"record\":")
            string(entry.id)
            raw(",\"before\":")
            object(entry.before)
            raw(",\"after\":")
            object(entry.after)
        }
        if let cause = entry.cause { self.cause(cause) }
        raw("}")
    }

    private mutating func cause(_ cause: ChangeCause) {
        if let person = cause.person {
            raw(",\"person\":{\"id\":")
            string(person)
            raw(",\"name\":")
            string(cause.name ?? person)
            raw("}")
        }
        raw(",\"feature\":")
        string(cause.feature)
        raw(",\"action\":")
        string(cause.action)
        if let undone = cause.undone {
            raw(",\"undone\":")
            integer(Int(undone))
        }
    }
}

extension HistoryEntry.Operation {
    /// The word for the operation in JSON and CSV.
    package var word: String {
        switch self {
        case .inserted: "inserted"
        case .updated: "updated"
        case .removed: "removed"
        case .many: "many"
        }
    }
}

import FeatureKit

extension LiveRecords {
    /// Returns a record whose references are keys.
    ///
    /// A caller may name another record by its key or by a title that only this record has.
    ///
    /// - Throws: `InputRefused` if a text names no record or several; any error of the store.
    func resolved(_ record: R) async throws -> R {
        guard !references.isEmpty else { return record }
        var (values, isChanged) = (try record.flatValues(), false)
        for (name, key) in try await keys(of: values) where values[name] != key {
            (values[name], isChanged) = (key, true)
        }
        return isChanged ? try R(id: record.id, values: values) : record
    }

    /// Returns the keys of the records that the running call names by titles.
    ///
    /// - Throws: The errors of ``resolved(_:)``.
    func givenKeys() async throws -> GivenKeys {
        let given = RunningAction.current?.arguments ?? [:]
        guard !references.isEmpty else { return GivenKeys(keys: [:]) }
        let keys = try await keys(of: given).filter { given[$0.key] != $0.value }
        return GivenKeys(keys: keys, given: given)
    }

    private func keys(of values: [String: FieldValue]) async throws -> [String: FieldValue] {
        guard let targets = collection?.targets, let store = collection?.store.unnamed else { return [:] }
        var keys: [String: FieldValue] = [:]
        for (field, reference) in references {
            // A person without the right to the other feature learns no titles, and gives a key.
            guard case .text(let text) = values[field.name],
                targets.mayName(reference.feature, for: R.collection, RunningAction.current?.person)
            else { continue }
            do {
                guard let key = try await targets.key(of: text, in: reference.feature, from: store) else { continue }
                keys[field.name] = .text(key)
            } catch let unknown as UnknownReference {
                let others = targets.feature(reference.feature)?.manifest.title ?? reference.feature
                throw unknown.asInput(of: field, among: others)
            }
        }
        return keys
    }

    /// Returns a query whose filters are keys, and what is wrong with the filters, by the field.
    ///
    /// A filter that does not name exactly one record stays, and selects nothing.
    func resolved(_ query: RecordQuery?) async -> (query: RecordQuery?, problems: [String: String]) {
        guard let query, !references.isEmpty, let targets = collection?.targets, let store = collection?.store.unnamed
        else { return (query, [:]) }
        var (resolved, problems) = (query, [String: String]())
        for (field, reference) in references where targets.isOpen(reference.feature, to: R.collection) {
            for text in query.references(in: field.name) {
                let others = targets.feature(reference.feature)?.manifest.title ?? reference.feature
                do {
                    guard let key = try await targets.key(of: text, in: reference.feature, from: store), key != text
                    else { continue }
                    resolved.replace(text, with: key, in: field.name)
                } catch let unknown as UnknownReference {
                    problems[field.name] = unknown.asInput(of: field, among: others).advice[field.name]
                } catch {
                    problems[field.name] = "\(others) could not be searched. Try again, or enter a key."
                }
            }
        }
        return (resolved, problems)
    }
}

/// The keys of records that a call names by titles, by the names of the fields.
struct GivenKeys {
    let keys: [String: FieldValue]
    /// The values that the call has given.
    var given: [String: FieldValue] = [:]

    /// Names the records by their keys.
    func replaceTitles<R: Record>(in record: inout R) throws {
        guard !keys.isEmpty else { return }
        var values = try record.flatValues()
        for (name, key) in keys where values[name] == given[name] { values[name] = key }
        record = try R(id: record.id, values: values)
    }
}

extension RecordQuery {
    /// Returns the keys by which the query filters the records that a field names.
    func references(in field: String) -> [String] {
        guard let number = index.number(of: field), index.columns[number].kind == .reference else { return [] }
        return filters[number]?.map { String(decoding: $0.dropFirst(), as: UTF8.self) } ?? []
    }

    /// Filters by another record in place of one.
    mutating func replace(_ text: String, with key: String, in field: String) {
        guard let number = index.number(of: field), var keys = filters[number] else { return }
        keys.remove(index.columns[number].key(of: .text(text)))
        keys.insert(index.columns[number].key(of: .text(key)))
        filters[number] = keys
    }
}

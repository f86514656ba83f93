import FeatureKit

extension LiveRecords {
    /// Returns the key of the record before or after another one, in the search, the filters and the order of the list.
    ///
    /// Reads only this record, and the other one unless it is shown alone. The other record need not match the search. If
    /// it was deleted while it was shown, its last place counts.
    ///
    /// - Parameters:
    ///   - id: The key of the other record; `nil` for the record that is shown alone.
    ///   - isNext: Whether to return the key of the record after the other one.
    /// - Returns: The key; `nil` if the other record is the last one, or the first one.
    /// - Throws: `InputRefused` if there is no other record; any error of the service.
    package func neighbour(of id: String?, isNext: Bool) async throws -> String? {
        let (values, position) = try await position(of: id)
        // Without a search and an order, no store needs the fields of the records.
        var query = try query ?? RecordQuery(RecordIndex(columns: []))
        if !isNext { query = query.reversed }
        let key = query.order == nil ? [] : query.orderKey(query.index.entry(for: values))
        let page = try await service.page(matching: query, after: query.cursor(after: key, position), limit: 1)
        return page.records.first?.id ?? page.misfits.first?.id
    }

    private func position(of id: String?) async throws -> (values: [String: FieldValue], position: Int64) {
        if let lastPlace, id == nil || id == shownID { return lastPlace }
        guard let id = id ?? shownID else {
            throw InputRefused(["id": "the list is shown; give the key of a record"])
        }
        do {
            guard let record = try await service.record(id) else {
                throw InputRefused(["id": "\(MissingRecord(id: id))"])
            }
            return (record.values, record.position)
        } catch let misfit as Misfit { return (misfit.values, misfit.position) }
    }
}

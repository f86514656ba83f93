extension RecordStore {
    /// Fills a collection that never held any records with the sample.
    package func fillOnce(_ type: (some Record).Type) async throws {
        guard !type.sample.isEmpty else { return }
        try await fillOnce(type.collection, with: type.sample.map { RowInsert($0) })
    }
}

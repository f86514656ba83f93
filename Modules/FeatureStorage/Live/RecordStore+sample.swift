extension RecordStore {
    /// Fills a collection with the type's sample, unless the collection was filled before.
    package func fillOnce(_ type: (some Record).Type) async throws {
        guard !type.sample.isEmpty else { return }
        try await named(for: type).fillOnce(type.collection, with: type.sample.map { RowInsert($0) })
    }
}

import FeatureKit
public import FeatureStorage

extension RecordFiles: RecordExchange {
    /// The number of records to read from the store at a time.
    private static let pageSize = 1000

    /// Opens a file to import into a store.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, which names the reason and a remedy.
    public func open(_ path: String, of type: any Record.Type) throws -> any RecordImport {
        try type.verifyFields()
        let file = try file(path)
        func make<R: Record>(_ type: R.Type) throws -> any RecordImport { try FileImport<R>(file) }
        return try make(type)
    }

    /// Writes the stored records of a type as the content of one file.
    @discardableResult
    public func write(
        _ type: any Record.Type, matching query: RecordQuery? = nil, in store: any RecordStore,
        titles: RecordTitles? = nil, as format: RecordFileFormat,
        to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        try type.verifyFields()
        try await store.fillOnce(type)
        let store = store.named(for: type)
        let named = titles?.fields.map(\.name) ?? []
        var text = RecordText(format, fields: type.fields.map(\.description), titled: Set(named))
        // Read the first page before writing anything, so that an unreadable store leaves no partial file.
        func next(after cursor: RecordCursor?) async throws -> StoredPage {
            let (name, limit) = (type.collection, Self.pageSize)
            guard let query else { return try await store.page(of: name, after: cursor, limit: limit) }
            return try await store.page(of: name, matching: query, after: cursor, limit: limit)
        }
        var page = try await next(after: nil)
        try output(text.beginning)
        var count = 0
        while true {
            count += page.rows.count
            let found = try await titles?.titles(in: page.rows.map(\.values)) ?? [:]
            try output(text.text(of: page.rows, titles: found))
            guard let cursor = page.next else { break }
            page = try await next(after: cursor)
        }
        try output(text.end)
        return count
    }
}

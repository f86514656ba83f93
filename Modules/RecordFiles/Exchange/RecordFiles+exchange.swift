import FeatureKit
public import FeatureStorage

extension RecordFiles: RecordExchange {
    /// How many records are read from a store at a time.
    private static let pageSize = 1000

    /// Opens a file whose records are to be added to a store.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, saying what is wrong and what to do.
    public func open(_ path: String, of type: any Record.Type) throws -> any RecordImport {
        let file = try file(path)
        func make<R: Record>(_ type: R.Type) throws -> any RecordImport { try FileImport<R>(file) }
        return try make(type)
    }

    /// Writes all records of a type that a store keeps as the text of one file.
    @discardableResult
    public func write(
        _ type: any Record.Type, in store: any RecordStore, as format: RecordFileFormat,
        to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        try await store.fillOnce(type)
        var text = RecordText(format, fields: type.fields.map(\.description))
        // The first page before any text: a store that cannot be read leaves no half of a file.
        var page = try await store.page(of: type.collection, after: nil, limit: Self.pageSize)
        try output(text.beginning)
        var count = 0
        while true {
            count += page.rows.count
            try output(text.text(of: page.rows))
            guard let next = page.next else { break }
            page = try await store.page(of: type.collection, after: next, limit: Self.pageSize)
        }
        try output(text.end)
        return count
    }
}

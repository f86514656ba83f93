public import FeatureKit

/// The fields by which a collection's records can be searched, filtered and ordered.
///
/// A store may keep what it needs for this beside the records. It builds this for the first query of a collection, and
/// builds it again for a query with another index. Let all queries of a collection use equal indexes: the index of a
/// list's queries has all fields of the type, and searches the numbers that its `RecordBrowsing` names.
public struct RecordIndex: Sendable, Hashable, Codable {
    /// A field by which records can be ordered.
    public struct Column: Sendable, Hashable, Codable {
        /// The name of the field.
        public var name: String
        /// The kind of the field.
        public var kind: FieldKind
        /// The choices, in the order of their declaration, if the field is a choice.
        public var choices: [String]?
        /// Whether a search looks for its words in this field.
        public var isSearched: Bool

        /// Creates a column.
        public init(_ name: String, kind: FieldKind, choices: [String]? = nil, isSearched: Bool) {
            (self.name, self.kind, self.choices, self.isSearched) = (name, kind, choices, isSearched)
        }
    }

    /// The number of times that a query brings its index up to date before it fails.
    package static let updateLimit = 5

    /// The columns, in the order of the record's fields.
    public var columns: [Column]

    /// Creates an index from its columns.
    public init(columns: [Column]) { self.columns = columns }

    /// Creates an index for a type of records.
    ///
    /// A feature needs an index for queries of its own, such as counts of records of any type:
    ///
    /// ```swift
    /// let query = try RecordQuery(RecordIndex(Dog.self), filters: ["breed": ["Labrador"]])
    /// let count = try await service.count(matching: query)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - numbers: The fields with numbers that a search considers. It always considers texts, choices and dates.
    public init(_ type: any Record.Type, searching numbers: [any FieldDeclaration] = []) {
        let numbers = Set(numbers.map(\.description.name))
        columns = type.fields.map(\.description).filter(\.kind.isKeptInRecords).map { field in
            let isText = [.text, .choice, .date].contains(field.kind)
            return Column(
                field.name, kind: field.kind, choices: field.choices, isSearched: isText || numbers.contains(field.name)
            )
        }
    }

    /// Returns what the index keeps of a record.
    public func entry(for values: [String: FieldValue]) -> RecordIndexEntry {
        var text = String.UnicodeScalarView()
        var keys: [[UInt8]] = []
        keys.reserveCapacity(columns.count)
        for column in columns {
            let value = values[column.name]
            let folded = value.flatMap { column.foldedText(of: $0) }
            keys.append(column.key(of: value, foldedText: folded))
            guard column.isSearched else { continue }
            if !text.isEmpty { text.append(SearchText.separator) }
            if let folded { text.append(contentsOf: folded.unicodeScalars) }
        }
        return RecordIndexEntry(text: String(text), keys: keys)
    }

    /// The number of a column by the name of its field; `nil` if the index has no such column.
    public func number(of name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// What an index keeps of a record.
public struct RecordIndexEntry: Sendable, Hashable {
    /// The folded texts of the searched fields, joined by U+001F.
    ///
    /// It contains no control characters besides U+001F.
    public var text: String
    /// The key of each column of the index, in the order of the columns.
    ///
    /// The bytes are compared as unsigned numbers from the first to the last, as `memcmp` does. A shorter key comes
    /// before its extensions. The key of a field without a value is empty, and comes first.
    public var keys: [[UInt8]]

    /// Creates an entry.
    public init(text: String, keys: [[UInt8]]) { (self.text, self.keys) = (text, keys) }
}

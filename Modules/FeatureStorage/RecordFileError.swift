/// The error for a record file with faults.
///
/// It lists each fault with its position in the file.
///
/// ```
/// dogs.csv, line 3, age: expected a whole number from 0 to 30, got "abc"
/// ```
///
/// If a file cannot be opened, the error is a `FeatureError` with the code `unreadableFile` instead.
public struct RecordFileError: Error, Sendable, Hashable {
    /// One fault in a file.
    public struct Fault: Sendable, Hashable {
        /// The position of the fault.
        public let position: Position
        /// The faulty field, or `nil` if the whole record or the file's syntax is faulty.
        public let field: String?
        /// The text of the fault: the expected and the found value.
        public let message: String

        /// Creates a fault.
        package init(_ position: Position, field: String? = nil, _ message: String) {
            (self.position, self.field, self.message) = (position, field, message)
        }
    }

    /// A position in a file.
    ///
    /// The file's format determines which properties are set.
    public struct Position: Sendable, Hashable {
        /// The index of the record in the JSON list, from 0.
        public let index: Int?
        /// The line number, from 1.
        ///
        /// For a record, this is its first line.
        public let line: Int?
        /// The number of the character (Unicode scalar) in the line, from 1.
        public let column: Int?

        /// Creates a position.
        ///
        /// Each format passes only the properties that it uses.
        package init(index: Int? = nil, line: Int? = nil, column: Int? = nil) {
            (self.index, self.line, self.column) = (index, line, column)
        }
    }

    /// The path as the caller gave it.
    public let path: String
    /// The first faults, in the file's order.
    public let faults: [Fault]
    /// The number of faults that ``faults`` leaves out.
    public let furtherCount: Int

    /// Creates the error of a file.
    package init(path: String, faults: [Fault], furtherCount: Int = 0) {
        (self.path, self.faults, self.furtherCount) = (path, faults, furtherCount)
    }
}

extension RecordFileError: CustomStringConvertible {
    /// The error message on one line: the path, the first three faults and the number of further faults.
    public var description: String {
        let shown = faults.prefix(3)
        let rest = faults.count - shown.count + furtherCount
        let texts = shown.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
        return "\(path), \(texts.joined(separator: "; "))"
    }
}

extension RecordFileError.Fault: CustomStringConvertible {
    /// The fault as text: position, field and message, for example `line 3, age: expected …, got …`.
    public var description: String {
        "\(position)\(field.map { ", \($0)" } ?? ""): \(message)"
    }
}

extension RecordFileError.Position: CustomStringConvertible {
    /// The position as text: `line 3`, `index 2` or `index 2, line 5, column 9`.
    public var description: String {
        [("index", index), ("line", line), ("column", column)]
            .compactMap { name, number in number.map { "\(name) \($0)" } }
            .joined(separator: ", ")
    }
}

/// The faults of a record file, each with its place.
///
/// ```
/// dogs.csv, line 3, age: expected a whole number from 0 to 30, got "abc"
/// ```
///
/// A file that cannot be opened throws a `FeatureError` with the code `unreadableFile` instead.
public struct RecordFileError: Error, Sendable, Hashable {
    /// One fault.
    public struct Fault: Sendable, Hashable {
        /// The place of the fault.
        public let position: Position
        /// The faulty field; `nil` if the whole record or the file's form is faulty.
        public let field: String?
        /// What was expected and what was found.
        public let message: String

        /// Creates a fault.
        package init(_ position: Position, field: String? = nil, _ message: String) {
            (self.position, self.field, self.message) = (position, field, message)
        }
    }

    /// A place in a file, in the units of its format.
    public struct Position: Sendable, Hashable {
        /// The record's index in a list, from 0.
        public let index: Int?
        /// The line, from 1; a record's line is its first.
        public let line: Int?
        /// The character within the line, from 1 (Unicode scalars).
        public let column: Int?

        /// Creates a place; a format sets the units that it has.
        package init(index: Int? = nil, line: Int? = nil, column: Int? = nil) {
            (self.index, self.line, self.column) = (index, line, column)
        }
    }

    /// The path as it was given.
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
    /// The path, the first three faults and the number of the others, on one line.
    public var description: String {
        let shown = faults.prefix(3)
        let rest = faults.count - shown.count + furtherCount
        let texts = shown.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
        return "\(path), \(texts.joined(separator: "; "))"
    }
}

extension RecordFileError.Fault: CustomStringConvertible {
    /// The place, the field and the message: `line 3, age: expected …, got …`.
    public var description: String {
        "\(position)\(field.map { ", \($0)" } ?? ""): \(message)"
    }
}

extension RecordFileError.Position: CustomStringConvertible {
    /// The place in words: `line 3`, `index 2` or `index 2, line 5, column 9`.
    public var description: String {
        [("index", index), ("line", line), ("column", column)]
            .compactMap { name, number in number.map { "\(name) \($0)" } }
            .joined(separator: ", ")
    }
}

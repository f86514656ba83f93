/// What a store refuses or cannot do.
///
/// A struct over a code, so that codes can be added without breaking anybody.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public struct Code: Sendable, Hashable {
        private enum Value { case conflict, alreadyTaken, unavailable, unusable, outcomeUnknown }
        private let value: Value

        /// A row has another revision than was expected, or is gone; ``StorageError/rowID`` names it.
        public static let conflict = Code(value: .conflict)
        /// A key or a unique key belongs to another row; ``StorageError/rowID`` names the row that was to be written.
        public static let alreadyTaken = Code(value: .alreadyTaken)
        /// The store cannot be reached or is busy; it may be later.
        public static let unavailable = Code(value: .unavailable)
        /// The store cannot be used as it is: corrupt, of a newer version, read-only, on a full disk.
        public static let unusable = Code(value: .unusable)
        /// The connection broke while the store saved: it may have saved or not.
        public static let outcomeUnknown = Code(value: .outcomeUnknown)
    }

    /// The kind of error.
    public let code: Code
    /// The row that it is about, if it is about one.
    public let rowID: String?
    /// What is wrong and what to do next, for people.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, rowID: String? = nil, _ message: String) {
        (self.code, self.rowID, self.message) = (code, rowID, message)
    }

    /// A text for people.
    public var description: String { message }
}

extension StorageError.Code: CustomStringConvertible {
    /// The code's name, for logs.
    public var description: String { "\(value)" }
}

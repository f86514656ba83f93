/// The error of an operation on a store.
///
/// A struct over a code, so that new codes break no existing `switch`.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public struct Code: Sendable, Hashable {
        private enum Value { case conflict, alreadyTaken, unavailable, unusable, outcomeUnknown }
        private let value: Value

        /// The revision of a row is not the expected one, or the row is gone; ``StorageError/rowID`` names the row.
        public static let conflict = Code(value: .conflict)
        /// Another row has the same key or unique key; ``StorageError/rowID`` names the row that was not written.
        public static let alreadyTaken = Code(value: .alreadyTaken)
        /// The store cannot be reached or is busy; a later attempt may succeed.
        public static let unavailable = Code(value: .unavailable)
        /// The store cannot be used: it is damaged, read-only, of a newer version, or its disk is full.
        public static let unusable = Code(value: .unusable)
        /// The connection broke during a commit; the write may or may not be saved.
        public static let outcomeUnknown = Code(value: .outcomeUnknown)
    }

    /// The kind of error.
    public let code: Code
    /// The affected row, if there is one.
    public let rowID: String?
    /// The problem and what to do next, for people.
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

/// The error of a store operation.
///
/// It is a struct, not an enumeration, so that a new code breaks no existing `switch`.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Sendable, Hashable {
        private enum Value {
            case conflict, alreadyTaken, unavailable, unusable, outcomeUnknown, unusableCursor, scanTooLong
        }
        private let value: Value

        /// The row has another revision than expected or no longer exists; ``StorageError/rowID`` names the row.
        public static let conflict = Code(value: .conflict)
        /// Another row already has this key or unique key; ``StorageError/rowID`` names the row that was not written.
        public static let alreadyTaken = Code(value: .alreadyTaken)
        /// The store cannot be reached or is busy.
        ///
        /// A later attempt may succeed.
        public static let unavailable = Code(value: .unavailable)
        /// The store cannot be used: it is damaged, is read-only, has a newer version, or its disk is full.
        public static let unusable = Code(value: .unusable)
        /// The connection broke during a commit.
        ///
        /// It is unknown whether the write was saved.
        public static let outcomeUnknown = Code(value: .outcomeUnknown)
        /// The cursor belongs to another query.
        public static let unusableCursor = Code(value: .unusableCursor)
        /// A search was ended because it took too long.
        public static let scanTooLong = Code(value: .scanTooLong)
    }

    /// The kind of the error.
    public let code: Code
    /// The key of the affected row, or `nil` if no single row is affected.
    public let rowID: String?
    /// A message for people: the problem and what to do next.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, rowID: String? = nil, _ message: String) {
        (self.code, self.rowID, self.message) = (code, rowID, message)
    }

    /// The same text as ``message``.
    public var description: String { message }
}

extension StorageError.Code: CustomStringConvertible {
    /// The code's name, for logs.
    public var description: String { "\(value)" }
}

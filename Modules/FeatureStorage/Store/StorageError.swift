import FeatureKit

/// The error of a store operation.
///
/// It is a struct, not an enumeration, so that a new code breaks no existing `switch`.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Sendable, Hashable {
        private enum Value {
            case conflict, alreadyTaken, missingReference, inUse, unavailable, unusable, outcomeUnknown, unusableCursor
            case scanTooLong
        }
        private let value: Value

        /// The row has another revision than expected or no longer exists; ``StorageError/rowID`` names the row.
        public static let conflict = Code(value: .conflict)
        /// Another row already has this key or unique key; ``StorageError/rowID`` names the row that was not written.
        public static let alreadyTaken = Code(value: .alreadyTaken)
        /// A row names a row that does not exist; ``StorageError/rowID`` names the row that was not written, and
        /// ``StorageError/reference`` the field.
        public static let missingReference = Code(value: .missingReference)
        /// A row cannot be removed, because others name it; ``StorageError/rowID`` names the row, and
        /// ``StorageError/reference`` the others.
        public static let inUse = Code(value: .inUse)
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
    /// A message for the person who runs the program: the problem and what to do next.
    ///
    /// It may name the place of the database, so clients of a host get ``description`` instead.
    public let message: String
    /// The message without the place of the database, for clients of a host.
    package let clientMessage: String
    /// The reference that the write would have broken; `nil` for an error of another kind.
    public package(set) var reference: BrokenReference?
    /// The time of refused writes to which the error belongs; `nil` if it belongs to none.
    package var outage: Outage?

    /// Creates an error.
    public init(_ code: Code, rowID: String? = nil, _ message: String) {
        (self.code, self.rowID, self.message, clientMessage) = (code, rowID, message, message)
    }

    /// Creates an error about a database.
    ///
    /// ```swift
    /// let error = StorageError(.unusable, database: "dogs.sqlite") {
    ///     "the disk of \($0) is full; make room and try again"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - place: The path or address of the database.
    ///   - message: Returns the message for a description of the database: "the database" with its place or without it.
    public init(_ code: Code, database place: some CustomStringConvertible, _ message: (_ database: String) -> String) {
        self.init(code, message("the database '\(place)'"), toClients: message("the database"))
    }

    /// Creates an error whose message names a place that clients of a host do not get.
    package init(_ code: Code, _ message: String, toClients clientMessage: String) {
        (self.code, rowID, self.message, self.clientMessage) = (code, nil, message, clientMessage)
    }

    /// The message; in work for a client of a host, it does not name the place of the database.
    public var description: String { Requester.current == nil ? message : clientMessage }

    /// Returns whether two errors have the same kind, row and message.
    public static func == (left: StorageError, right: StorageError) -> Bool {
        left.code == right.code && left.rowID == right.rowID && left.message == right.message
    }

    /// Hashes the kind, the row and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(rowID)
        hasher.combine(message)
    }
}

extension StorageError.Code: CustomStringConvertible {
    /// The code's name, for logs.
    public var description: String { "\(value)" }
}

extension StorageError {
    /// Returns the error for a row that has another revision than expected or no longer exists.
    package static func conflict(id: String) -> StorageError {
        StorageError(
            .conflict, rowID: id,
            "the record \(FieldValue.quote(id)) was changed or removed by another writer; load it again")
    }

    /// Returns the error for a key that another row already has.
    package static func alreadyTaken(id: String, key: String? = nil) -> StorageError {
        StorageError(.alreadyTaken, rowID: id, "\(FieldValue.quote(key ?? id)) is already taken; choose another")
    }
}

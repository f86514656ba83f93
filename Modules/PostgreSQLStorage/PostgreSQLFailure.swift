#if PostgreSQL
    import CLibPQ

    /// An error from the server or from the connection to it.
    struct PostgreSQLFailure: Error {
        /// The SQLSTATE code (PostgreSQL's manual, appendix A), or an empty text if the server sent no code.
        let state: String
        /// The error message in the server's language, on one line.
        let message: String
        /// The violated unique index, or `nil` if no unique index was violated.
        let index: String?
        /// A Boolean value that says whether the connection is unusable.
        let isLost: Bool
        /// A Boolean value that says whether the operation must not be retried, even after an error that usually allows
        /// a retry.
        var isFinal = false

        /// Creates the failure from the error of a connection or of a result.
        init(_ connection: OpaquePointer?, _ result: OpaquePointer? = nil) {
            func field(_ code: Unicode.Scalar) -> String? {
                PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
            }
            let lines = PQerrorMessage(connection).map { String(cString: $0) } ?? "out of memory"
            let state = field("C") ?? ""
            self.state = state
            message = field("M") ?? Self.oneLine(lines)
            index = field("n")
            isLost = PQstatus(connection) != CONNECTION_OK || state.hasPrefix("08") || state.hasPrefix("57P")
        }

        /// A Boolean value that says whether the server aborted the transaction because of a concurrent transaction.
        ///
        /// A retry may succeed. A reference that a concurrent transaction has broken (`23503`) is then refused in words.
        var isWorthRepeating: Bool { state == "40001" || state == "40P01" || state == "23503" }

        /// A Boolean value that says whether the statement waited too long for a lock.
        var isOfLock: Bool { state == "55P03" }

        /// A Boolean value that says whether the server ended the statement because of a cancel request or a time limit.
        var isOfCancellation: Bool { state == "57014" }

        /// A Boolean value that says whether the statement names a table or column that does not exist.
        var isOfMissingTable: Bool { state == "42P01" || state == "42703" }

        /// A Boolean value that says whether the server accepts no further connections (class 53, insufficient
        /// resources).
        var isOfFullServer: Bool { state.hasPrefix("53") || message.contains("too many clients") }

        private static func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
        }
    }
#endif

#if PostgreSQL
    import CLibPQ

    /// An error from the server or from the connection to it.
    struct PostgreSQLFailure: Error {
        /// The SQLSTATE code (PostgreSQL's manual, appendix A); empty if the server sent none.
        let state: String
        /// The error message in the server's language, on one line.
        let message: String
        /// The violated unique index, if there is one.
        let index: String?
        /// Whether the connection is unusable.
        let isLost: Bool
        /// Whether a retry is impossible, whatever the error.
        var isFinal = false

        /// Reads the error of a connection or of a result.
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

        /// Whether the server aborted the transaction because of a concurrent one; a retry may succeed.
        var isWorthRepeating: Bool { state == "40001" || state == "40P01" }

        /// Whether the server accepts no further connections (class 53, insufficient resources).
        var isOfFullServer: Bool { state.hasPrefix("53") || message.contains("too many clients") }

        private static func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
        }
    }
#endif

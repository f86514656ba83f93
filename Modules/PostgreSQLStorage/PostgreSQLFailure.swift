#if PostgreSQL
    import CLibPQ

    /// What the server or the connection to it answered instead of a result.
    struct PostgreSQLFailure: Error {
        /// The code of the error (PostgreSQL's manual, appendix A); empty where the server gave none.
        let state: String
        /// The first line of what it says, in the server's language.
        let message: String
        /// The unique index that was broken, if one was.
        let index: String?
        /// Whether the connection is of no use any more.
        let isLost: Bool
        /// Whether trying again is impossible, whatever went wrong.
        var isFinal = false

        /// Describes why there is no connection, or no result.
        init(_ connection: OpaquePointer?, _ result: OpaquePointer? = nil) {
            func field(_ code: Unicode.Scalar) -> String? {
                PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
            }
            let lines = PQerrorMessage(connection).map { String(cString: $0) } ?? "there is no memory left"
            let state = field("C") ?? ""
            self.state = state
            message = field("M") ?? Self.oneLine(lines)
            index = field("n")
            isLost = PQstatus(connection) != CONNECTION_OK || state.hasPrefix("08") || state.hasPrefix("57P")
        }

        /// Whether the server gave up one of several transactions that were in each other's way: the same again may succeed.
        var isWorthRepeating: Bool { state == "40001" || state == "40P01" }

        /// Whether the server takes no more connections for now (class 53, insufficient resources).
        var isOfFullServer: Bool { state.hasPrefix("53") || message.contains("too many clients") }

        private static func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
        }
    }
#endif

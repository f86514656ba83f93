#if PostgreSQL
    import CLibPQ

    /// One connection, on a thread of its own.
    actor PostgreSQLConnection {
        /// Closes the connection when nobody needs it any more.
        private final class Handle {
            let pointer: OpaquePointer
            init(_ pointer: OpaquePointer) { self.pointer = pointer }
            deinit { PQfinish(pointer) }
        }

        /// Asks the server to give up what this connection does.
        nonisolated let canceller = PostgreSQLCanceller()

        let thread = PostgreSQLThread()
        private var handle: Handle?
        private var prepared: [String: String] = [:]

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        /// Connects, and readies the session and the schema.
        func open(_ place: PostgreSQLPlace) throws {
            handle = place.connect().map { Handle($0) }
            guard PQstatus(pointer) == CONNECTION_OK else { throw PostgreSQLFailure(pointer) }
            canceller.ready(pointer)
            try PostgreSQLSession.begin(at: place, on: self)
        }

        /// Whether the connection stands and no transaction is open.
        var isReusable: Bool {
            PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
                && !canceller.wasUsed
        }

        /// The connection itself, for what only libpq can do.
        var pointer: OpaquePointer? { handle?.pointer }

        /// Runs a body, unless the server has ended the connection while it was idle.
        func run<T: Sendable>(_ body: @Sendable (isolated PostgreSQLConnection) throws -> T) throws -> T {
            // Reads what has come without waiting: a goodbye, or the end.
            guard PQconsumeInput(pointer) == 1, PQstatus(pointer) == CONNECTION_OK else {
                throw PostgreSQLFailure(pointer)
            }
            return try body(self)
        }

        /// Executes statements without parameters.
        func execute(_ sql: String) throws {
            _ = try verified(PQexec(pointer, sql))
        }

        /// Executes a statement that is prepared once for each connection.
        @discardableResult
        func execute(_ sql: String, _ parameters: [PostgreSQLParameter]) throws -> PostgreSQLResult {
            let name = try prepare(sql, parameters.map(\.type))
            var bytes: [UInt8] = []
            let ranges = parameters.map { $0.append(to: &bytes) }
            bytes.append(0)  // so that an empty value has an address too
            let result = bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    PQexecPrepared(
                        pointer, name, Int32(ranges.count),
                        ranges.map { range in range.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound) } },
                        ranges.map { Int32($0?.count ?? 0) }, ranges.map { _ in 1 }, 1)
                }
            }
            return try verified(result)
        }

        private func prepare(_ sql: String, _ types: [Oid]) throws -> String {
            if let name = prepared[sql] { return name }
            let name = "s\(prepared.count)"
            _ = try verified(PQprepare(pointer, name, sql, Int32(types.count), types))
            prepared[sql] = name
            return name
        }

        private func verified(_ result: OpaquePointer?) throws -> PostgreSQLResult {
            let status = PQresultStatus(result)
            guard let result, status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
                defer { PQclear(result) }
                throw PostgreSQLFailure(pointer, result)
            }
            return PostgreSQLResult(result)
        }
    }
#endif

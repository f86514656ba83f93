#if PostgreSQL
    import CLibPQ
    import FeatureStorage

    /// A connection that runs on its own thread.
    actor PostgreSQLConnection {
        /// Closes the connection when it is deallocated.
        private final class Handle {
            let pointer: OpaquePointer
            init(_ pointer: OpaquePointer) { self.pointer = pointer }
            deinit { PQfinish(pointer) }
        }

        /// Cancels the statement that this connection is executing.
        nonisolated let canceller = PostgreSQLCanceller()

        let thread = PostgreSQLThread()
        private var handle: Handle?
        private var prepared: [String: String] = [:]
        /// The indexes of the stamps that this connection has read; see ``PostgreSQLIndex/init(key:stamp:in:)``.
        var indexes: [String: RecordIndex?] = [:]

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        /// Connects to the server and sets up the session and the schema.
        func open(_ location: PostgreSQLLocation) throws {
            handle = location.connect().map { Handle($0) }
            guard PQstatus(pointer) == CONNECTION_OK else { throw PostgreSQLFailure(pointer) }
            canceller.ready(pointer)
            try PostgreSQLSession.begin(at: location, on: self)
        }

        /// A Boolean value that says whether the connection works and has no open transaction.
        var isReusable: Bool {
            PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
                && !canceller.wasUsed
        }

        /// The connection's pointer for libpq.
        var pointer: OpaquePointer? { handle?.pointer }

        /// Runs a closure.
        ///
        /// Throws an error if the server closed the connection while the connection was idle.
        func run<T: Sendable>(_ body: @Sendable (isolated PostgreSQLConnection) throws -> T) throws -> T {
            // Read pending input without blocking: it is either the server's last message or the end of the stream.
            guard PQconsumeInput(pointer) == 1, PQstatus(pointer) == CONNECTION_OK else {
                throw PostgreSQLFailure(pointer)
            }
            return try body(self)
        }

        /// Executes statements without parameters.
        func execute(_ sql: String) throws {
            _ = try verified(PQexec(pointer, sql))
        }

        /// Executes a statement.
        ///
        /// Each connection prepares a statement only once.
        ///
        /// - Parameter isPrepared: Whether to prepare the statement. A statement that is not prepared is planned for
        ///   its parameters each time.
        @discardableResult
        func execute(
            _ sql: String, _ parameters: [PostgreSQLParameter], isPrepared: Bool = true
        ) throws -> PostgreSQLResult {
            let types = parameters.map(\.type)
            let name = isPrepared ? try prepare(sql, types) : nil
            var bytes: [UInt8] = []
            let ranges = parameters.map { $0.append(to: &bytes) }
            bytes.append(0)  // so that even an empty value has an address
            let result = bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    let count = Int32(ranges.count)
                    let values = ranges.map { range in
                        range.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound) }
                    }
                    let (lengths, formats) = (ranges.map { Int32($0?.count ?? 0) }, ranges.map { _ in Int32(1) })
                    return if let name {
                        PQexecPrepared(pointer, name, count, values, lengths, formats, 1)
                    } else {
                        PQexecParams(pointer, sql, count, types, values, lengths, formats, 1)
                    }
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

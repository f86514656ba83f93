#if PostgreSQL
    import CLibPQ

    /// The rows of a statement's result, in binary format.
    final class PostgreSQLResult {
        private let pointer: OpaquePointer

        /// Creates an instance that owns the result and frees it.
        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { PQclear(pointer) }

        var indices: Range<Int32> { 0..<PQntuples(pointer) }
        var isEmpty: Bool { indices.isEmpty }

        func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(pointer, row, column) == 1 }

        /// Returns a value's bytes.
        ///
        /// The buffer is valid as long as this result exists.
        func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
            let count = Int(PQgetlength(pointer, row, column))
            return PQgetvalue(pointer, row, column).withMemoryRebound(to: UInt8.self, capacity: count) {
                UnsafeBufferPointer(start: $0, count: count)
            }
        }

        func text(_ row: Int32, _ column: Int32) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

        func bool(_ row: Int32, _ column: Int32) -> Bool { bytes(row, column).first == 1 }

        /// Returns an integer of two, four or eight bytes.
        func integer(_ row: Int32, _ column: Int32) -> Int64 {
            let bytes = bytes(row, column)
            let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
            return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
        }
    }
#endif

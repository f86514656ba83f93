import FeatureKit
import FeatureStorage
import SQLiteStorage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Inserts records into an SQLite file one by one, and prints the number of each acknowledged record.
///
/// Tests kill this program to check that no acknowledged record is lost.
///
///     StoreWriter FILE FIRST COUNT
@main
enum StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let first = Int(arguments[2]), let count = Int(arguments[3]) else { exit(64) }
        let store = try SQLiteRecordStore(path: arguments[1])
        for number in first..<(first + count) {
            let values: [String: FieldValue] = [
                "number": .integer(number), "text": .text(String(repeating: "x", count: 500)),
            ]
            try await store.write([.insert(RowInsert(id: "\(number)", values: values))], to: "dogs")
            let line = Array("\(number)\n".utf8)
            guard write(1, line, line.count) == line.count else { exit(74) }
        }
    }
}

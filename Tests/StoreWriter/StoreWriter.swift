import FeatureKit
import FeatureStorage
import PostgreSQLStorage
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
///
/// Or inserts and removes houses, or people who name a house, in turn, and prints how often it was refused. Tests run both at
/// once to check that no person names a missing house.
///
///     StoreWriter houses|people DATABASE COUNT
@main
enum StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if let part = Part(rawValue: arguments.dropFirst().first ?? ""), arguments.count == 4,
            let count = Int(arguments[3])
        {
            let refused = try await part.write(count, to: try open(arguments[2]))
            return print(refused)
        }
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

    private static func open(_ database: String) throws -> any RecordStore {
        PostgreSQL.isAddress(database) ? try PostgreSQL.open(database) : try SQLiteRecordStore(path: database)
    }

    /// A part in the race of houses and people.
    private enum Part: String {
        case houses
        case people

        /// Inserts and removes rows.
        ///
        /// - Parameter count: The number of rows.
        /// - Returns: The number of refusals because of a reference.
        func write(_ count: Int, to store: any RecordStore) async throws -> Int {
            let reference = CollectionDeclaration.Reference("house", to: "houses", onDelete: .refuse)
            try await store.declare(CollectionDeclaration(references: [reference]), of: "people")
            var refused = 0
            for number in 0..<count {
                // The few houses come and go, so that both programs often want the same one.
                let house = "\(number * 7 % 5)"
                let insert =
                    self == .houses
                    ? RowInsert(id: house, values: [:]) : RowInsert(id: "\(number)", values: ["house": .text(house)])
                do {
                    let row = try await store.write([.insert(insert)], to: rawValue)[0]
                    try await store.write([.delete(id: row.id, expecting: row.revision)], to: rawValue)
                } catch let error as StorageError where error.reference != nil {
                    refused += 1
                    guard self == .houses else { continue }
                    // Somebody names the house, so it stays until the next turn.
                    for row in try await store.rows(of: rawValue, ids: [house]) {
                        _ = try? await store.write([.delete(id: house, expecting: row.revision)], to: rawValue)
                    }
                } catch let error as StorageError where error.code == .alreadyTaken {
                    for row in try await store.rows(of: rawValue, ids: [house]) {
                        _ = try? await store.write([.delete(id: house, expecting: row.revision)], to: rawValue)
                    }
                }
            }
            return refused
        }
    }
}

import Dispatch
import FeatureKit
import FeatureStorage
import Foundation
import SQLiteStorage
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct SQLiteKillTests {
    private static let text = FieldValue.text(String(repeating: "x", count: 500))

    /// The path of the program StoreWriter, which is built with the tests.
    private var writer: URL {
        get throws {
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
            let folder = URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
            let writer = folder.appendingPathComponent("StoreWriter")
            try #require(
                FileManager.default.isExecutableFile(atPath: writer.path), "build the product StoreWriter first")
            return writer
        }
    }

    /// Runs StoreWriter and kills it after it acknowledged a number of records.
    ///
    /// - Returns: The numbers of the acknowledged records.
    private func write(to path: String, from first: Int, killAfter count: Int) async throws -> [Int] {
        try await withCheckedThrowingContinuation { caller in
            // Reading a pipe blocks, so use a thread outside Swift's thread pool.
            DispatchQueue.global().async {
                caller.resume(with: Result { try writeBlocking(to: path, from: first, killAfter: count) })
            }
        }
    }

    private func writeBlocking(to path: String, from first: Int, killAfter count: Int) throws -> [Int] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = try writer
        process.arguments = [path, "\(first)", "1000"]
        process.standardOutput = output
        try process.run()
        var bytes = Data()
        while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            bytes += more
        }
        kill(process.processIdentifier, SIGKILL)
        // Read the rest of the output. StoreWriter may have acknowledged more records just before it was killed.
        bytes += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }

    @Test func `Whenever the writer is killed, every acknowledged record is complete`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "store"
        var generator = SystemRandomNumberGenerator()
        var first = 0
        var acknowledged: [Int] = []
        for _ in 0..<20 {
            acknowledged += try await write(to: path, from: first, killAfter: Int.random(in: 1...99, using: &generator))
            let store = try SQLiteRecordStore(path: path)
            let rows = try await store.page(of: "dogs", after: nil, limit: 100_000).rows
            #expect(Set(acknowledged.map(String.init)).isSubset(of: rows.map(\.id)))
            // At most one unacknowledged record exists: the record that was being written.
            #expect(rows.map(\.id) == (0..<rows.count).map(String.init))
            #expect(rows.allSatisfy { $0.values == ["number": .integer(Int($0.id) ?? -1), "text": Self.text] })
            // The transaction of a record has written its entry too.
            let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 100_000)
            #expect(entries.reversed().map(\.id) == rows.map(\.id))
            first = rows.count
        }
        #expect(acknowledged.count >= 20)
    }
}

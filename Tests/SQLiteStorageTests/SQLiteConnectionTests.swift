import Dispatch
import FeatureStorage
import FeatureTesting
import Foundation
import SQLiteStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteConnectionTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "store" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The number of descriptors of this process that refer to the database file.
    private func openCount() throws -> Int {
        var file = stat()
        try #require(stat(path, &file) == 0)
        return (0..<Int32(1024)).count { descriptor in
            var other = stat()
            return fstat(descriptor, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino
        }
    }

    @Test func `A store that does one thing at a time opens its file once`() async throws {
        let clock = ManualClock()
        let store = try SQLiteRecordStore(path: path, clock: clock)
        try await store.verify()
        try await store.fillOnce("dogs", with: [RowInsert(id: "a", values: [:])])
        var hints = store.changeHints().makeAsyncIterator()
        await hints.next()
        await clock.advance(by: SQLiteRecordStore.pollInterval)
        try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs")
        #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.count == 2)
        #expect(try openCount() == 1)
    }

    @Test func `A read does not wait for a write, and opens connections for reads`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        let (starts, start) = AsyncStream<Void>.makeStream()
        let hasRead = DispatchSemaphore(value: 0)
        let loading = Task {
            try await store.load(into: "dogs") {
                start.yield()
                // The load ends after the read, or with a row if the read waits for the load.
                if hasRead.wait(timeout: .now() + 30) == .success { return [] }
                hasRead.signal()
                return [RowInsert(id: "late", values: [:])]
            }
        }
        for await _ in starts { break }
        #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.map(\.id) == ["a"])
        #expect(try openCount() > 1)
        hasRead.signal()
        #expect(try await loading.value == 0)
        await store.close()
        #expect(try openCount() == 0)
    }
}

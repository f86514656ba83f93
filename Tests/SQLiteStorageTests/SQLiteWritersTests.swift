import FeatureKit
import FeatureStorage
import FeatureTesting
import SQLiteStorage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SQLiteWritersTests {
    @Test func `Two writers of one file make 10,000 writes without a loss, a duplicate or an error`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "store"
        let reader = try SQLiteRecordStore(path: path, logLimit: 20_000)
        try await withThrowingTaskGroup { group in
            for writer in ["a", "b"] {
                let store = try SQLiteRecordStore(path: path, logLimit: 20_000)
                group.addTask {
                    for number in 0..<5000 {
                        let insert = RowInsert(id: "\(writer) \(number)", values: ["n": .integer(number)])
                        try await store.write([.insert(insert)], to: "dogs")
                    }
                }
            }
            try await group.waitForAll()
        }
        let rows = try await reader.page(of: "dogs", after: nil, limit: 20_000).rows
        for writer in ["a", "b"] {
            let own = rows.map(\.id).filter { $0.hasPrefix(writer) }
            #expect(own == (0..<5000).map { "\(writer) \($0)" })
        }
        let beginning = ChangeToken(number: 0)
        guard
            case .changes(let changes, _, let isLast) = try await reader.changes(
                in: "dogs", after: beginning, limit: 20_000)
        else {
            Issue.record("the log no longer contains all changes")
            return
        }
        #expect(isLast && changes == rows.map { .inserted($0) })
    }

    @Test func `A store polls for changes by other writers, but only while it has followers`() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let store = try SQLiteRecordStore(path: folder.path + "store", clock: clock)
        let other = try SQLiteRecordStore(path: folder.path + "store")
        #expect(clock.sleeperCount == 0)
        do {
            var hints = store.changeHints().makeAsyncIterator()
            await hints.next()
            await clock.advance(by: SQLiteRecordStore.pollInterval)
            try await other.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
            async let moving: Void = clock.advance(by: SQLiteRecordStore.pollInterval)
            await hints.next()
            await moving
        }
        // After the last follower has left, a poll may still be running. It ends instead of sleeping again.
        await clock.noSleepers()
    }
}

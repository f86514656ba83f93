import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScanPlacesTests {
    private let clock = ManualClock()
    private let scans: ScanPlaces

    init() { scans = ScanPlaces(most: 1, clock: clock) }

    @Test func `Scans leave a core free, and at least one runs`() {
        #expect(scans.count == 1)
        #expect(ScanPlaces(most: 0, clock: clock).count == 1)
        let cores = ProcessInfo.processInfo.activeProcessorCount
        #expect(ScanPlaces(clock: clock).count == max(1, cores - 1))
    }

    @Test func `Clients take turns`() async throws {
        let latch = Latch()
        let order = Watched<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scans.run { await latch.wait() } }
            await latch.arrival()
            for (number, client) in [(1, "a"), (2, "a"), (3, "b")] {
                group.addTask {
                    try await Requester.$current.withValue(Requester(client)) {
                        try await scans.run { order.change { $0.append(number) } }
                    }
                }
                await eventually { scans.waitingCount == number }
            }
            latch.open()
            try await group.waitForAll()
        }
        #expect(order.value == [1, 3, 2])
        #expect(scans.takenCount == 0)
    }

    @Test func `A scan that takes too long is cancelled, and its error says what to do`() async throws {
        let latch = Latch()
        let first = Task { try await scans.run { try await latch.waitOrCancel() } }
        await latch.arrival()
        // The time of a scan begins with its turn.
        let second = Task { try await scans.run { try await latch.waitOrCancel() } }
        await eventually { scans.waitingCount == 1 }
        await clock.advance(by: .seconds(2))
        let error = await #expect(throws: StorageError.self) { try await first.value }
        #expect(error?.code == .scanTooLong)
        #expect(error?.message == "This search takes too long. Add letters or a filter.")
        await latch.arrival(2)
        #expect(scans.takenCount == 1)
        latch.open()
        try await second.value
        #expect(scans.takenCount == 0)
        await clock.noSleepers()
    }

    @Test func `A cancelled caller ends its scan, and stops waiting for one`() async throws {
        let latch = Latch()
        let running = Task { try await scans.run { try await latch.waitOrCancel() } }
        await latch.arrival()
        let waiting = Task { try await scans.run { Issue.record("the scan has a place") } }
        await eventually { scans.waitingCount == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(scans.takenCount == 0)
    }
}

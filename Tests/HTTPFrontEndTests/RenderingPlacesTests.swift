import FeatureTesting
import HTTPConnections
import HTTPFrontEnd
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(5))) struct RenderingPlacesTests {
    private let clock = ManualClock()
    private let places: RenderingPlaces
    private let one = Self.address("127.0.0.1")
    private let two = Self.address("127.0.0.2")

    init() {
        places = RenderingPlaces(count: 1, waitingAtMost: .seconds(10), clock: clock)
    }

    private static func address(_ text: String) -> ClientAddress {
        ClientAddress(try? SocketAddress(ipAddress: text, port: 1))
    }

    @Test func `Work waits until a place is free, and addresses take turns`() async throws {
        let latch = Latch()
        let order = Watched<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await places.render(for: one) { await latch.wait() } }
            await latch.arrival()
            for (number, address) in [(1, one), (2, one), (3, two)] {
                group.addTask { try await places.render(for: address) { order.change { $0.append(number) } } }
                await eventually { places.waitingCount == number }
            }
            #expect(places.takenCount == 1)
            latch.open()
            try await group.waitForAll()
        }
        #expect(order.value == [1, 3, 2])
        #expect(places.takenCount == 0)
    }

    @Test func `A cancelled task stops waiting at once`() async throws {
        let latch = Latch()
        async let first: Void = places.render(for: one) { await latch.wait() }
        await latch.arrival()
        let second = Task { try await places.render(for: one) { Issue.record("the work has a place") } }
        await eventually { places.waitingCount == 1 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(places.waitingCount == 0 && places.takenCount == 1)
        latch.open()
        try await first
        #expect(places.takenCount == 0 && clock.sleeperCount == 0)
    }

    @Test func `A cancelled rendering ends, and only then is its place free`() async throws {
        let latch = Latch()
        let first = Task { try await places.render(for: one) { try await latch.waitOrCancel() } }
        await latch.arrival()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await places.render(for: two) { 1 } == 1)
    }

    @Test func `Synchronous work sees that its task is cancelled`() async throws {
        let latch = Latch()
        let rendering = Task {
            try await places.render(for: one) {
                latch.open()
                while true { try Task.checkCancellation() }
            }
        }
        await latch.wait()
        rendering.cancel()
        await #expect(throws: CancellationError.self) { try await rendering.value }
    }

    @Test func `Work whose place comes too late fails, but the work of a stream waits on`() async throws {
        let latch = Latch()
        async let first: Void = places.render(for: one) { await latch.wait() }
        await latch.arrival()
        let second = Task { try await places.render(for: one) {} }
        let patient = Task { try await places.render(for: one, isPatient: true) { 7 } }
        await eventually { places.waitingCount == 2 }
        await clock.advance(by: .seconds(10))
        await #expect(throws: RenderingDelay.self) { try await second.value }
        #expect(places.waitingCount == 1)
        latch.open()
        try await first
        #expect(try await patient.value == 7)
    }

    @Test func `One timer serves all waiting work, and each work has its own deadline`() async throws {
        let latch = Latch()
        async let first: Void = places.render(for: one) { await latch.wait() }
        await latch.arrival()
        let second = Task { try await places.render(for: one) {} }
        await eventually { places.waitingCount == 1 && clock.sleeperCount == 1 }
        clock.move(by: .seconds(4))
        let third = Task { try await places.render(for: two) {} }
        await eventually { places.waitingCount == 2 }
        #expect(clock.sleeperCount == 1)
        clock.move(by: .seconds(6))
        await #expect(throws: RenderingDelay.self) { try await second.value }
        #expect(places.waitingCount == 1)
        await clock.advance(by: .seconds(4))
        await #expect(throws: RenderingDelay.self) { try await third.value }
        #expect(clock.sleeperCount == 0)
        // The next work that waits has a timer again.
        let fourth = Task { try await places.render(for: one) {} }
        await clock.advance(by: .seconds(10))
        await #expect(throws: RenderingDelay.self) { try await fourth.value }
        latch.open()
        try await first
    }

    @Test func `Work runs on no event loop, and leaves the threads of other tasks free`() async throws {
        let places = RenderingPlaces(waitingAtMost: .seconds(10), clock: clock)
        let isStopped = Watched(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<System.coreCount {
                group.addTask {
                    try await places.render(for: one) {
                        #expect(MultiThreadedEventLoopGroup.currentEventLoop == nil)
                        while !isStopped.value {}
                    }
                }
            }
            await eventually { places.takenCount == System.coreCount }
            // This task runs although the work occupies as many threads as there are cores.
            await Task.detached { isStopped.change { $0 = true } }.value
            try await group.waitForAll()
        }
    }
}
